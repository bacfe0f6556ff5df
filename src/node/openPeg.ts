import type { BitcoinBackend } from '../dev/bitcoin/bitcoinBackend.ts'
import { openBitcoind } from '../dev/bitcoin/bitcoind/bitcoindBackend.ts'
import type { BitcoindOptions } from '../dev/bitcoin/bitcoind/bitcoindClient.ts'
import { type BitcoinMark, openBitcoinRecord } from '../dev/bitcoin/bitcoinRecord.ts'
import { SimulatedBitcoin } from '../dev/bitcoin/simulatedBitcoin.ts'
import { Peg } from '../dev/peg/peg.ts'
import { DevelopmentPegChain } from './developmentPegChain.ts'
import type { Companion } from './local/localChain.ts'
import type { Node } from './node.ts'

/** Choices about the peg of a development chain; all have defaults. */
export interface PegOptions {
  /** Milliseconds between blocks that are mined because the peg waits for them; a second by default. */
  readonly intervalMs?: number
  /** Whether blocks come on request only, on both chains. */
  readonly isManual?: boolean
  /** A bitcoind in regtest mode instead of the simulation. It does not return to earlier states with the chain. */
  readonly bitcoin?: BitcoindOptions | undefined
}

/** Where and how the Bitcoin beside a chain is kept. */
export interface BesideParts {
  readonly nowSeconds: () => number
  /** The folder of the chain; undefined if it is in memory. */
  readonly folder: string | undefined
  readonly flush: 'commit' | 'none' | undefined
}

const defaultIntervalMs = 1_000

/** The Bitcoin beside a development chain, which returns to earlier states with the chain. */
export class BitcoinBeside implements Companion {
  readonly #options: PegOptions
  readonly #bitcoin: BitcoinBackend
  readonly #simulation: SimulatedBitcoin | undefined
  readonly #beginning: BitcoinMark
  #peg: Peg | undefined

  private constructor(options: PegOptions, bitcoin: BitcoinBackend) {
    this.#options = options
    this.#bitcoin = bitcoin
    this.#simulation = bitcoin instanceof SimulatedBitcoin ? bitcoin : undefined
    this.#beginning = new SimulatedBitcoin({ now: () => 0 }).mark()
  }

  static async open(options: PegOptions, parts: BesideParts): Promise<BitcoinBeside> {
    const bitcoin = options.bitcoin === undefined ? simulation(parts) : await openBitcoind(options.bitcoin)
    return new BitcoinBeside(options, bitcoin)
  }

  mark(): BitcoinMark | undefined {
    return this.#simulation?.mark()
  }

  revert(mark: BitcoinMark | undefined): void {
    this.#simulation?.revert(mark ?? this.#beginning)
    this.#peg?.restart()
  }

  close(): void {
    this.#bitcoin.close()
  }

  /** Starts the federation. */
  async openPeg(node: Node, onError: (error: unknown) => void): Promise<Peg> {
    const { intervalMs = defaultIntervalMs, isManual = false } = this.#options
    const { wallet } = node
    this.#peg = await Peg.open({
      chain: new DevelopmentPegChain(node),
      bitcoin: this.#bitcoin,
      keyOf: (account) => (wallet?.has(account) ? wallet.dumpKey(account) : undefined),
      intervalMs: isManual ? undefined : intervalMs,
      onError,
    })
    return this.#peg
  }
}

function simulation({ nowSeconds, folder, flush }: BesideParts): SimulatedBitcoin {
  if (folder === undefined) return new SimulatedBitcoin({ now: nowSeconds })
  return new SimulatedBitcoin({ now: nowSeconds, record: openBitcoinRecord({ folder, flush }) })
}
