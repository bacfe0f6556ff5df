import { inBackground, type Timer } from '../../platform/timers.ts'
import type { BitcoinBackend } from '../bitcoin/bitcoinBackend.ts'
import { Federation } from '../federation/federation.ts'
import { bridgeOf } from '../federation/federationView.ts'
import type { PegChain } from '../federation/pegChain.ts'
import { awaitedBlocks } from './underWay.ts'

export interface PegDriverParts {
  readonly chain: PegChain
  readonly bitcoin: BitcoinBackend
  /** Milliseconds between blocks that are mined while something waits for them; undefined to mine none. */
  readonly intervalMs: number | undefined
  /** Receives failures of work that no caller awaits. */
  readonly onError: (error: unknown) => void
}

/** Maximum blocks on each chain that one request to advance mines. */
const maximumAdvance = 1_000

/**
 * Lets the federation act whenever one of the chains has changed. While something waits for blocks, it mines them at an
 * interval, or at once on request.
 */
export class PegDriver {
  readonly #parts: PegDriverParts
  readonly federation: Federation
  readonly #unfollow: readonly (() => void)[]
  /** Settles when the last piece of work has ended; the next one begins then. */
  #turn: Promise<void> = Promise.resolve()
  #isScheduled = false
  #timer: Timer | undefined
  #isClosed = false

  constructor(parts: PegDriverParts) {
    this.#parts = parts
    this.federation = new Federation(parts.chain, parts.bitcoin)
    const wake = (): void => this.#wake()
    this.#unfollow = [parts.chain.onChange(wake), parts.bitcoin.onBlock(wake)]
    wake()
  }

  /** Runs work after all earlier work, so that it does not overlap with the federation's. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.then(
      () => {},
      () => {},
    )
    return result
  }

  /** Resolves when the federation has nothing to do at the present heights. */
  settle(): Promise<void> {
    return this.inTurn(() => this.actAll())
  }

  /**
   * Mines on both chains while something waits for blocks and `isDone` is false; returns how many blocks were mined.
   */
  advance(isDone: () => Promise<boolean>): Promise<{ bitcoin: number; rootstock: number }> {
    return this.inTurn(async () => {
      const mined = { bitcoin: 0, rootstock: 0 }
      await this.actAll()
      while (!this.#isClosed && mined.bitcoin < maximumAdvance && mined.rootstock < maximumAdvance) {
        if (await isDone()) break
        const awaited = await this.#awaited()
        const hasPending = this.federation.isWaiting
        if (!awaited.bitcoin && !awaited.rootstock && !hasPending) break
        if (awaited.bitcoin) {
          await this.#parts.bitcoin.generate(1)
          mined.bitcoin++
        }
        if (awaited.rootstock || hasPending) {
          this.#parts.chain.mine()
          mined.rootstock++
        }
        await this.actAll()
      }
      return mined
    })
  }

  /** Starts over after the chains were reset to an earlier state. */
  restart(): void {
    this.federation.forget()
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const end of this.#unfollow) end()
  }

  #awaited() {
    const { chain, bitcoin } = this.#parts
    return awaitedBlocks(bridgeOf(chain), bitcoin, this.federation)
  }

  #wake(): void {
    if (this.#isScheduled || this.#isClosed) return
    this.#isScheduled = true
    this.inTurn(async () => {
      this.#isScheduled = false
      await this.actAll()
      await this.#plan()
    }).catch((error: unknown) => this.#report(error))
  }

  /** Within a turn: runs the federation until it has nothing to do at the present heights. */
  async actAll(): Promise<void> {
    while (!this.#isClosed && (await this.federation.act()));
  }

  /** Starts the timer for the next blocks, if something waits for them. */
  async #plan(): Promise<void> {
    const { intervalMs } = this.#parts
    if (intervalMs === undefined || this.#timer !== undefined || this.#isClosed) return
    const { bitcoin, rootstock } = await this.#awaited()
    if (!bitcoin && !(rootstock && this.#parts.chain.isAutomining)) return
    const mine = (): void => {
      this.#timer = undefined
      this.inTurn(() => this.#mineAwaited()).catch((error: unknown) => this.#report(error))
    }
    this.#timer = inBackground(setTimeout(mine, intervalMs))
  }

  async #mineAwaited(): Promise<void> {
    if (this.#isClosed) return
    const { chain } = this.#parts
    const { bitcoin, rootstock } = await this.#awaited()
    if (bitcoin) await this.#parts.bitcoin.generate(1)
    if (rootstock && chain.isAutomining && !this.#isClosed) chain.mine()
    this.#wake()
  }
  #report(error: unknown): void {
    if (!this.#isClosed) this.#parts.onError(error)
  }
}
