import { equalBytes, type Hash } from '../primitives/bytes.ts'
import { State } from '../state/state.ts'
import type { AssembledBlock } from './assembly/assembleBlock.ts'
import type { BlockAssembler } from './assembly/blockAssembler.ts'
import type { Clock } from './inputs/clock.ts'
import type { MiningChain } from './inputs/miningChain.ts'
import type { MiningPool } from './inputs/miningPool.ts'

export interface PendingBlockParts {
  readonly assembler: BlockAssembler
  readonly chain: MiningChain
  readonly pool: MiningPool
  readonly clock: Clock
}

/** Readers that one state serves: it keeps what they have read, which may be the code of contracts. */
const mostReaders = 100

interface SharedState {
  readonly assembled: AssembledBlock
  readonly state: State
  readers: number
}

interface KeptBlock {
  readonly assembled: AssembledBlock
  readonly head: Hash
  readonly pendingCount: number
  readonly adjustments: number
}

/**
 * The block that would be mined now, and the state after it. It is assembled on request and kept until the best
 * block, the pool or the clock's setting changes.
 */
export class PendingBlock {
  readonly #parts: PendingBlockParts
  readonly #unfollow: () => void
  #kept: KeptBlock | undefined
  #shared: SharedState | undefined

  constructor(parts: PendingBlockParts) {
    this.#parts = parts
    this.#unfollow = parts.pool.onPending(() => this.forget())
  }

  /** The header has no proof of work, so its hash differs from that of the mined block. */
  get assembled(): AssembledBlock {
    if (this.#kept === undefined || !this.#isCurrent(this.#kept)) this.#kept = this.#assemble()
    return this.#kept.assembled
  }

  /** A new state for each call, which the caller may change. */
  stateAfter({ result }: AssembledBlock): State {
    return new State(result.state, this.#parts.chain.codes)
  }

  /** The state for a caller that only reads a few accounts: those that others have read are at hand. */
  sharedStateAfter(assembled: AssembledBlock): State {
    let shared = this.#shared
    if (shared === undefined || shared.assembled !== assembled || shared.readers === mostReaders) {
      shared = { assembled, state: this.stateAfter(assembled), readers: 0 }
      this.#shared = shared
    }
    shared.readers++
    return shared.state
  }

  forget(): void {
    this.#kept = undefined
    this.#shared = undefined
  }

  /** Unsubscribes from the pool. */
  close(): void {
    this.#unfollow()
    this.forget()
  }

  /** New pending transactions discard the block through the listener; removed ones change the count. */
  #isCurrent({ head, pendingCount, adjustments }: KeptBlock): boolean {
    const { chain, pool, clock } = this.#parts
    return (
      equalBytes(head, chain.head.header.hash) &&
      pendingCount === pool.pendingCount &&
      adjustments === clock.adjustments
    )
  }

  #assemble(): KeptBlock {
    const { assembler, chain, pool, clock } = this.#parts
    const head = chain.head.header.hash
    const assembled = assembler.assemble()
    return { assembled, head, pendingCount: pool.pendingCount, adjustments: clock.adjustments }
  }
}
