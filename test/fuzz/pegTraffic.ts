import { liveFederations } from '../../src/bridge/context/currentFederations.ts'
import { currentLockingCap } from '../../src/bridge/governance/lockingCap.ts'
import { addressOf, publicKeyOf } from '../../src/crypto/secp256k1.ts'
import { BitcoinError } from '../../src/dev/bitcoin/bitcoinError.ts'
import { SimulatedBitcoin } from '../../src/dev/bitcoin/simulatedBitcoin.ts'
import { bridgeCallData } from '../../src/dev/federation/bridgeCallData.ts'
import { Federation } from '../../src/dev/federation/federation.ts'
import { bridgeOf, federationScripts } from '../../src/dev/federation/federationView.ts'
import { lockingCapKey } from '../../src/dev/federation/namedKeys.ts'
import { PegRefusal } from '../../src/dev/federation/pegChain.ts'
import { changeFederation } from '../../src/dev/peg/changeFederation.ts'
import { runFlyover } from '../../src/dev/peg/flyover.ts'
import { payFederation } from '../../src/dev/peg/pegIn.ts'
import { requestPegOut } from '../../src/dev/peg/pegOut.ts'
import type { Random } from '../../src/evm/fast/random.cases.ts'
import { people } from '../../src/mining/miningWorld.cases.ts'
import { bridgeAddress } from '../../src/protocol/addresses.ts'
import type { ReplayablePegChain } from './replayablePegChain.ts'

/** Mostly above the minimum of peg-ins (500,000) and peg-outs (250,000). */
const satoshis = (random: Random): bigint => BigInt(100_000 + random.below(20_000_000))

/** What users, the federation and Bitcoin do: peg-ins, peg-outs, changes of the federation, Bitcoin's blocks. */
export class PegTraffic {
  readonly #chain: ReplayablePegChain
  readonly #random: Random
  readonly #bitcoin: SimulatedBitcoin
  readonly #federation: Federation
  /** Requests that cannot be met at present. */
  refused = 0
  /** Federations that took over from the one before. */
  changes = 0
  #activeSince: number

  private constructor(chain: ReplayablePegChain, random: Random, bitcoin: SimulatedBitcoin) {
    this.#chain = chain
    this.#random = random
    this.#bitcoin = bitcoin
    this.#federation = new Federation(chain, bitcoin)
    this.#activeSince = liveFederations(bridgeOf(chain)).active.creationBlock
  }

  static async open(
    chain: ReplayablePegChain,
    random: Random,
    nowSeconds: () => number,
  ): Promise<PegTraffic> {
    const bitcoin = new SimulatedBitcoin({ now: nowSeconds })
    await bitcoin.generate(bridgeOf(chain).constants.pegoutIndexHeight)
    return new PegTraffic(chain, random, bitcoin)
  }

  /** Lets the federation send its next transaction, unless one waits. */
  federationActs(): Promise<void> {
    return this.#try(async () => void (await this.#federation.act()))
  }

  /** Something that a user or Bitcoin does. */
  async happen(): Promise<void> {
    await this.#try(this.#random.pickByWeight(this.#events).happen)
    const { creationBlock } = liveFederations(bridgeOf(this.#chain)).active
    if (creationBlock > this.#activeSince) this.changes++
    this.#activeSince = Math.max(creationBlock, this.#activeSince)
  }

  readonly #events: readonly { readonly weight: number; readonly happen: () => Promise<void> }[] = [
    { weight: 16, happen: async () => void (await this.#bitcoin.generate(1 + this.#random.below(4))) },
    { weight: 6, happen: () => this.#pegIn() },
    { weight: 2, happen: () => this.#payFromWitness() },
    { weight: 6, happen: () => this.#pegOut() },
    { weight: 2, happen: async () => void changeFederation(this.#chain, 2 + this.#random.below(4)) },
    { weight: 1, happen: () => this.#flyover() },
    { weight: 1, happen: async () => this.#raiseLockingCap() },
    { weight: 1, happen: () => this.#forkBitcoin() },
    { weight: 1, happen: async () => this.#federation.forget() },
  ]

  async #pegIn(): Promise<void> {
    const random = this.#random
    const payer = random.chance(2) ? random.pick(people).key : undefined
    const to = payer === undefined || random.chance(3) ? random.pick(people).address : undefined
    await payFederation(bridgeOf(this.#chain), this.#bitcoin, { satoshis: satoshis(random), payer, to })
  }

  /** Its registration needs that of its block's coinbase. */
  async #payFromWitness(): Promise<void> {
    const [script] = federationScripts(bridgeOf(this.#chain))
    await this.#bitcoin.pay([{ script: script!, satoshis: satoshis(this.#random) }], 'p2sh-segwit')
  }

  async #pegOut(): Promise<void> {
    const { key } = this.#random.pick(people)
    requestPegOut(bridgeOf(this.#chain), this.#chain, { satoshis: satoshis(this.#random), payer: key })
  }

  async #flyover(): Promise<void> {
    const actAll = async (): Promise<void> => {
      while (await this.#federation.act());
    }
    const parts = { chain: this.#chain, bitcoin: this.#bitcoin, actAll }
    await runFlyover(parts, { satoshis: satoshis(this.#random) })
  }

  #raiseLockingCap(): void {
    const current = currentLockingCap(bridgeOf(this.#chain))
    const raised = current + BigInt(this.#random.below(Number(current)))
    this.#chain.fund(addressOf(publicKeyOf(lockingCapKey)))
    this.#chain.send({
      key: lockingCapKey,
      to: bridgeAddress,
      data: bridgeCallData('increaseLockingCap', raised),
    })
  }

  /** Replaces the last blocks of Bitcoin by more others. */
  async #forkBitcoin(): Promise<void> {
    const depth = 1 + this.#random.below(2)
    const height = await this.#bitcoin.height()
    await this.#bitcoin.invalidate(await this.#bitcoin.blockHash(height - depth + 1))
    await this.#bitcoin.generate(depth + 1)
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof PegRefusal || error instanceof BitcoinError)) throw error
      this.refused++
    }
  }
}
