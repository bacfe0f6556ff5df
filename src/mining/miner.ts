import type { Block } from '../protocol/block.ts'
import type { AssembledBlock } from './assembly/assembleBlock.ts'
import type { BlockAssembler } from './assembly/blockAssembler.ts'
import type { Clock } from './inputs/clock.ts'
import type { MiningChain, MiningPool } from './inputs/miningChain.ts'
import { MiningError } from './inputs/miningError.ts'
import { solveProof } from './proof/localProof.ts'

/** When the miner mines blocks on its own. */
export type MiningMode =
  /** As soon as a transaction is pending; a submitted one before the call that submitted it returns. */
  | { readonly kind: 'per-transaction' }
  | { readonly kind: 'interval'; readonly milliseconds: number }
  /** Per transaction, and at an interval besides. */
  | { readonly kind: 'mixed'; readonly milliseconds: number }
  | { readonly kind: 'manual' }

/** Calls back repeatedly. Returns a function that stops it. */
export type RepeatEvery = (milliseconds: number, callback: () => void) => () => void

export interface MinerParts {
  readonly assembler: BlockAssembler
  readonly chain: MiningChain
  readonly pool: MiningPool
  readonly clock: Clock
  readonly mode: MiningMode
  readonly repeatEvery: RepeatEvery
  /** Called with failures that no caller can receive. */
  readonly onError: (error: unknown) => void
}

/** On the local chain one attempt in three succeeds; on others the search ends after about two seconds. */
const attempts = 1 << 19

/** Every block has the payment to the miners. */
const emptyBlockSize = 1

/**
 * Each rejection halves the next block or drops a transaction, so a cause among the transactions is found earlier.
 */
const maximumRejections = 64

/** Mines blocks without Bitcoin miners, which works only on a chain of low difficulty. */
export class Miner {
  readonly #parts: MinerParts
  readonly #unfollow: () => void
  #mode: MiningMode
  #stopInterval: (() => void) | undefined
  #isStarted = false
  #isMiningWaiting = false

  constructor(parts: MinerParts) {
    this.#parts = parts
    this.#mode = parts.mode
    // Peers and reorganisations make transactions pending too. Those of `Node.submit` are mined when this is called.
    this.#unfollow = parts.pool.onPending(() => {
      this.mineWaiting()
    })
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  /** Whether the miner mines blocks on its own. */
  get isMining(): boolean {
    return this.#isStarted && this.#mode.kind !== 'manual'
  }

  /** Whether it mines each transaction at once. */
  get isAutomining(): boolean {
    return this.#isStarted && (this.#mode.kind === 'per-transaction' || this.#mode.kind === 'mixed')
  }

  /** Starts mining in its mode; `per-transaction` mines pending transactions at once. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const mode = this.#mode
    if ('milliseconds' in mode) {
      this.#stopInterval = this.#parts.repeatEvery(mode.milliseconds, () => this.#mineInTime())
    }
    this.mineWaiting()
  }

  get mode(): MiningMode {
    return this.#mode
  }

  /** Mines in another mode from now on. */
  changeMode(mode: MiningMode): void {
    this.stop()
    this.#mode = mode
    this.start()
  }

  /** Stops mining on its own; `mine` still works. */
  stop(): void {
    this.#isStarted = false
    this.#stopInterval?.()
    this.#stopInterval = undefined
  }

  /** Stops mining and unsubscribes from the pool. */
  close(): void {
    this.stop()
    this.#unfollow()
  }

  /** Mines a block, empty if no transaction is pending. */
  mine(): Block {
    for (let attempt = 0; attempt < maximumRejections; attempt++) {
      const block = this.#publish(this.#parts.assembler.assemble())
      if (block !== undefined) return block
    }
    throw new MiningError(`the chain rejected ${maximumRejections} mined blocks in a row`)
  }

  /** Mines a block with a timestamp; time continues from there. */
  mineAt(timestamp: number): Block {
    this.setNextTimestamp(timestamp)
    return this.mine()
  }

  mineMany(count: number): Block[] {
    return Array.from({ length: count }, () => this.mine())
  }

  setNextTimestamp(timestamp: number): void {
    const { chain, clock } = this.#parts
    const latest = chain.head.header.timestamp
    if (timestamp <= latest) {
      throw new MiningError(`timestamp ${timestamp} is not later than the best block's, which is ${latest}`)
    }
    clock.setNextTimestamp(timestamp)
  }

  #mineInTime(): void {
    try {
      this.mine()
    } catch (error) {
      this.#parts.onError(error)
    }
  }

  /**
   * Mines blocks until no pending transaction fits into one, and returns them. Transactions that a block makes pending
   * go into the next. Mines nothing while automining is off, and inside another such call, which mines the rest.
   */
  mineWaiting(): readonly Block[] {
    const mined: Block[] = []
    if (this.#isMiningWaiting || !this.isAutomining) return mined
    const { assembler, pool } = this.#parts
    this.#isMiningWaiting = true
    try {
      while (pool.pendingCount > 0) {
        const assembled = assembler.assemble()
        if (assembled.block.transactions.length === emptyBlockSize) break
        const block = this.#publish(assembled)
        if (block !== undefined) mined.push(block)
      }
    } finally {
      this.#isMiningWaiting = false
    }
    return mined
  }

  /** Undefined if the chain rejects the block, but another one may be accepted. */
  #publish({ block: unproven, result }: AssembledBlock): Block | undefined {
    const { assembler, chain, clock, onError } = this.#parts
    const { difficulty, timestamp } = unproven.header
    const proof = solveProof(assembler.hashToMine(unproven), difficulty, timestamp, attempts)
    if (!proof) throw new MiningError(`difficulty ${difficulty} is too high to mine without Bitcoin miners`)
    const block = assembler.seal(unproven, proof)
    const outcome = chain.extend(block, result)
    const mayRetry = assembler.settle(block, outcome)
    if (outcome.status === 'rejected') {
      const { reason, detail } = outcome.rejection
      const error = new MiningError(`the chain rejects the mined block: ${reason}: ${detail}`)
      if (!mayRetry) throw error
      onError(error)
      return undefined
    }
    if (outcome.status !== 'best') throw new MiningError(`the mined block is not the best: ${outcome.status}`)
    clock.blockMade(timestamp)
    return block
  }
}
