import { neverDisabled, whitelist } from '../../bridge/cells/whitelist.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { addressOf, publicKeyOf } from '../../crypto/secp256k1.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import { type BitcoinPayment, BitcoinPayments } from './bitcoinPayments.ts'
import { bridgeCallData } from './bridgeCallData.ts'
import { bridgeOf, federationScripts } from './federationView.ts'
import { whitelistKey } from './namedKeys.ts'
import type { FederationAction, PegChain } from './pegChain.ts'
import { isProcessed, missingConfirmations, registerPayment, registrationName } from './registerPayments.ts'
import { Broadcasts, releasesOf } from './releases.ts'
import { sendHeaders } from './sendHeaders.ts'
import { signNext } from './signPegouts.ts'
import { updateCollectionsIfDue } from './updateCollections.ts'

interface Attempt {
  readonly hash: Hash
  readonly count: number
}

/** Attempts of one action; after these it counts as without effect. */
const maximumAttempts = 2
/** Actions whose attempts are remembered. */
const maximumRemembered = 1_000

/**
 * The members of the federation. They send one transaction after the other; the next action follows from the two chains
 * alone, so nothing is kept between runs.
 */
export class Federation {
  readonly #chain: PegChain
  readonly #bitcoin: BitcoinBackend
  readonly payments: BitcoinPayments
  readonly broadcasts: Broadcasts
  readonly #attempts = new BoundedMap<string, Attempt>(maximumRemembered)

  constructor(chain: PegChain, bitcoin: BitcoinBackend) {
    this.#chain = chain
    this.#bitcoin = bitcoin
    this.payments = new BitcoinPayments(bitcoin)
    this.broadcasts = new Broadcasts(bitcoin)
  }

  /** Takes the next action; false when no action is due. */
  async act(): Promise<boolean> {
    if (this.isWaiting) return false
    await this.payments.follow()
    for await (const action of this.#candidates()) {
      if (this.isExhausted(action.name)) continue
      this.#send(action)
      return true
    }
    return this.broadcasts.send(releasesOf(this.#chain))
  }

  /** Payments to a federation that the Bridge has not processed and that may still be registered. */
  openPayments(context: BridgeContext): BitcoinPayment[] {
    return this.payments
      .to(federationScripts(context))
      .filter((payment) => !isProcessed(context, payment) && !this.isExhausted(registrationName(payment.id)))
  }

  /** Whether all attempts of an action are used up, and the last one was mined. */
  isExhausted(name: string): boolean {
    const attempt = this.#attempts.get(name)
    return attempt !== undefined && attempt.count >= maximumAttempts && this.#chain.isMined(attempt.hash)
  }

  /** Starts over after the chain was reset to an earlier state. */
  forget(): void {
    this.#attempts.clear()
    this.broadcasts.forget()
  }

  /** Whether a transaction of the federation waits for a block. */
  get isWaiting(): boolean {
    return [...this.#attempts.values()].some(({ hash }) => this.#chain.isWaiting(hash))
  }

  async *#candidates(): AsyncGenerator<FederationAction> {
    const context = bridgeOf(this.#chain)
    const opening = openToAll(context)
    if (opening) yield opening
    const headers = await sendHeaders(context, this.#bitcoin)
    if (headers) yield headers
    for (const payment of this.openPayments(context)) {
      if (missingConfirmations(context, payment) > 0) continue
      yield await registerPayment(context, this.#bitcoin, payment)
    }
    const update = updateCollectionsIfDue(this.#chain)
    if (update) yield update
    const signature = signNext(bridgeOf(this.#chain))
    if (signature) yield signature
  }

  #send({ name, key, data }: FederationAction): void {
    const { count = 0 } = this.#attempts.get(name) ?? {}
    this.#chain.fund(addressOf(publicKeyOf(key)))
    const hash = this.#chain.send({ key, to: bridgeAddress, data })
    this.#attempts.set(name, { hash, count: count + 1 })
  }
}

/** Until RSKIP379 only senders on a whitelist may peg in; a local chain ends the whitelist at once, as mainnet did later. */
function openToAll(context: BridgeContext): FederationAction | undefined {
  if (context.rules.rskip379 || context.cells.load(whitelist).disableHeight !== neverDisabled)
    return undefined
  const data = bridgeCallData('setLockWhitelistDisableBlockDelay', 1n)
  return { name: 'end the whitelist', key: whitelistKey, data }
}
