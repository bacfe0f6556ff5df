import { pendingFederation } from '../../bridge/cells/federations.ts'
import type { BridgeContext } from '../../bridge/context/bridgeContext.ts'
import { liveFederations } from '../../bridge/context/currentFederations.ts'
import { federationAddress } from '../../bridge/federation/redeemScript.ts'
import { currentLockingCap } from '../../bridge/governance/lockingCap.ts'
import { minimumPegin } from '../../bridge/pegin/coins.ts'
import { totalOf } from '../../bridge/wallet/wallet.ts'
import { addressOf, publicKeyOf } from '../../crypto/secp256k1.ts'
import type { Address } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import { bridgeCallData } from '../federation/bridgeCallData.ts'
import { bridgeOf, federationsOf } from '../federation/federationView.ts'
import { lockingCapKey } from '../federation/namedKeys.ts'
import { type PegChain, PegRefusal } from '../federation/pegChain.ts'
import { changeFederation } from './changeFederation.ts'
import { type FlyoverOutcome, type FlyoverRequest, runFlyover } from './flyover.ts'
import { PegDriver, type PegDriverParts } from './pegDriver.ts'
import { type PegInPayment, payFederation } from './pegIn.ts'
import { minimumPegout, type PegOutSubmission, requestPegOut } from './pegOut.ts'
import { type PegOutStatus, pegOutStatuses } from './pegOutStatus.ts'
import {
  type BridgeTransactionStatus,
  bridgeTransactions,
  type PegInStatus,
  pegInStatuses,
} from './pegStatus.ts'

export interface PegParts extends PegDriverParts {
  /** The private key of an account of the node; undefined when the node does not have it. */
  readonly keyOf: (account: Address) => Uint8Array | undefined
}

/** The peg-ins, peg-outs and transactions under way. */
export interface PegStatus {
  readonly pegIns: readonly PegInStatus[]
  readonly pegOuts: readonly PegOutStatus[]
  readonly transactions: readonly BridgeTransactionStatus[]
}

/** The two-way peg of a development chain: Bitcoin, the federation, and what users do with them. */
export class Peg {
  readonly #parts: PegParts
  readonly #driver: PegDriver

  private constructor(parts: PegParts) {
    this.#parts = parts
    this.#driver = new PegDriver(parts)
  }

  /** Mines the first blocks of a new simulation and lets the federation act. */
  static async open(parts: PegParts): Promise<Peg> {
    await firstBlocks(parts)
    const peg = new Peg(parts)
    await peg.settle()
    return peg
  }

  get bitcoin(): BitcoinBackend {
    return this.#parts.bitcoin
  }

  /** Whether awaited blocks are mined automatically. */
  get isAutomatic(): boolean {
    return this.#parts.intervalMs !== undefined
  }

  get context(): BridgeContext {
    return bridgeOf(this.#parts.chain)
  }

  /** Resolves when the federation has nothing to do at the present heights. */
  settle(): Promise<void> {
    return this.#driver.settle()
  }

  async pegIn(request: {
    readonly satoshis: bigint
    readonly to?: Address | undefined
    readonly from?: Address | undefined
    readonly refundAddress?: string | undefined
  }): Promise<PegInPayment> {
    const payer = request.from && this.#expectKey(request.from)
    return this.#driver.inTurn(() => payFederation(this.context, this.bitcoin, { ...request, payer }))
  }

  async pegOut(request: {
    readonly from: Address
    readonly satoshis: bigint
    readonly bitcoinAddress?: string | undefined
  }): Promise<PegOutSubmission> {
    const payer = this.#expectKey(request.from)
    return this.#driver.inTurn(async () =>
      requestPegOut(this.context, this.#parts.chain, { ...request, payer }),
    )
  }

  /** The present state of both chains; the federation may still have to act. */
  async status(): Promise<PegStatus> {
    return this.#driver.inTurn(() => this.#status())
  }

  async #status(): Promise<PegStatus> {
    const { chain, bitcoin } = this.#parts
    const { federation } = this.#driver
    await federation.payments.follow()
    const context = this.context
    const parts = { context, chain, bitcoin, federation }
    const transactions = await bridgeTransactions(parts)
    return {
      pegIns: await pegInStatuses(parts),
      pegOuts: pegOutStatuses(context, chain, transactions),
      transactions,
    }
  }

  /** Votes for a federation of new members; the driver takes the later steps. */
  async changeFederation(members: number): Promise<void> {
    await this.#driver.inTurn(async () => {
      changeFederation(this.#parts.chain, members)
      await this.#reachIndexHeight()
    })
  }

  /** The Bridge recognises the transactions of a validation from this Bitcoin height on. */
  async #reachIndexHeight(): Promise<void> {
    const missing = this.context.constants.pegoutIndexHeight - (await this.bitcoin.height())
    if (this.context.rules.rskip419 && missing > 0) await this.bitcoin.generate(missing)
  }

  flyover(request: FlyoverRequest): Promise<FlyoverOutcome> {
    const { chain, bitcoin } = this.#parts
    return this.#driver.inTurn(() =>
      runFlyover({ chain, bitcoin, actAll: () => this.#driver.actAll() }, request),
    )
  }

  /** The upper bound of the bitcoins in the peg; an amount raises it first. */
  async lockingCap(raiseTo?: bigint): Promise<bigint> {
    if (raiseTo !== undefined) {
      await this.#driver.inTurn(async () => raiseLockingCap(this.context, this.#parts.chain, raiseTo))
    }
    return currentLockingCap(this.context)
  }

  /** Mines on both chains until one stage has changed, or until nothing waits for blocks. */
  async advance(what: 'step' | 'all'): Promise<{ readonly bitcoin: number; readonly rootstock: number }> {
    if (what === 'all') return this.#driver.advance(async () => false)
    const before = await this.#stages()
    return this.#driver.advance(async () => (await this.#stages()) !== before)
  }

  /** All stages, as one text. */
  async #stages(): Promise<string> {
    const { pegIns, pegOuts, transactions } = await this.#status()
    const { active, retiring, awaited, proposed } = federationsOf(this.context)
    const federations = [active, retiring, awaited, proposed].map((one) => one?.creationBlock ?? '-')
    return [...pegIns, ...pegOuts, ...transactions, ...federations]
      .map((one) => (typeof one === 'object' ? one.stage : one))
      .join()
  }

  /** Members, amounts and addresses that users need. */
  summary() {
    const context = this.context
    const federations = federationsOf(context)
    return {
      context,
      federations,
      pending: context.cells.load(pendingFederation),
      address: federationAddress(federations.active, context),
      minimumPegin: minimumPegin(context),
      minimumPegout: minimumPegout(context),
      held: totalOf(context.cells.load(liveFederations(context).activeUtxos)),
    }
  }

  /** Starts over after both chains were reset to an earlier state. */
  restart(): void {
    this.#driver
      .inTurn(() => firstBlocks(this.#parts))
      .then(() => this.#driver.restart(), this.#parts.onError)
  }

  close(): void {
    this.#driver.close()
    this.bitcoin.close()
  }

  #expectKey(account: Address): Uint8Array {
    const key = this.#parts.keyOf(account)
    if (key === undefined) throw new PegRefusal('the node does not have the key of this account')
    return key
  }
}

/**
 * A new simulation begins at the height from which the Bridge recognises its own transactions by their index (RSKIP379),
 * as on the public networks. By then the wallet has coins that it can spend.
 */
async function firstBlocks({ chain, bitcoin }: PegParts): Promise<void> {
  if (bitcoin.kind !== 'simulated' || (await bitcoin.height()) > 0) return
  await bitcoin.generate(bridgeOf(chain).constants.pegoutIndexHeight)
}

/** Raises the upper bound of the bitcoins in the peg, as an authorised account may. */
function raiseLockingCap(context: BridgeContext, chain: PegChain, satoshis: bigint): void {
  if (!context.rules.rskip134)
    throw new PegRefusal('the Bridge has a locking cap from the upgrade papyrus200 on')
  const current = currentLockingCap(context)
  const maximum = current * context.constants.lockingCapFactor
  if (satoshis < current || satoshis > maximum) {
    throw new PegRefusal(`the cap is ${current} satoshis and can be raised to ${maximum} at once`)
  }
  chain.fund(addressOf(publicKeyOf(lockingCapKey)))
  chain.send({ key: lockingCapKey, to: bridgeAddress, data: bridgeCallData('increaseLockingCap', satoshis) })
}
