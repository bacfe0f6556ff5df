import { type BitcoinMark, SimulatedBitcoin } from '../dev/bitcoin/simulatedBitcoin.ts'
import { Peg } from '../dev/peg/peg.ts'
import { DevelopmentPegChain } from './developmentPegChain.ts'
import type { Companion } from './local/snapshots.ts'
import type { Node } from './node.ts'

/** Choices about the peg of a development chain; all have defaults. */
export interface PegOptions {
  /** Milliseconds between blocks that are mined because the peg waits for them; a second by default. */
  readonly intervalMs?: number
  /** Whether blocks come on request only, on both chains. */
  readonly isManual?: boolean
}

const defaultIntervalMs = 1_000

/** The Bitcoin beside a development chain, which returns to earlier states with the chain. */
export class BitcoinBeside implements Companion {
  readonly #options: PegOptions
  readonly #bitcoin: SimulatedBitcoin
  readonly #beginning: BitcoinMark
  #peg: Peg | undefined

  constructor(options: PegOptions, nowSeconds: () => number) {
    this.#options = options
    this.#bitcoin = new SimulatedBitcoin({ now: nowSeconds })
    this.#beginning = new SimulatedBitcoin({ now: nowSeconds }).mark()
  }

  mark(): BitcoinMark {
    return this.#bitcoin.mark()
  }

  revert(mark: BitcoinMark | undefined): void {
    this.#bitcoin.revert(mark ?? this.#beginning)
    this.#peg?.restart()
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
