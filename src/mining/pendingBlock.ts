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

interface Kept {
  readonly assembled: AssembledBlock
  readonly head: Hash
  readonly pendingCount: number
  readonly adjustments: number
}

/**
 * The block that would be mined now, and the state after it. It is made when somebody asks, and kept until the
 * best block, the pool or the clock's setting changes.
 */
export class PendingBlock {
  readonly #parts: PendingBlockParts
  readonly #unfollow: () => void
  #kept: Kept | undefined

  constructor(parts: PendingBlockParts) {
    this.#parts = parts
    this.#unfollow = parts.pool.onPending(() => this.forget())
  }

  /** Its header has no proof of work, so the hash is not the one that the mined block will have. */
  get assembled(): AssembledBlock {
    if (this.#kept === undefined || !this.#isCurrent(this.#kept)) this.#kept = this.#assemble()
    return this.#kept.assembled
  }

  /** A new one for each call, which may be changed freely. */
  get state(): State {
    return new State(this.assembled.result.state, this.#parts.chain.codes)
  }

  forget(): void {
    this.#kept = undefined
  }

  /** Ends following the pool. */
  close(): void {
    this.#unfollow()
    this.forget()
  }

  /** Transactions that become pending are told; those that leave the pool change its size. */
  #isCurrent({ head, pendingCount, adjustments }: Kept): boolean {
    const { chain, pool, clock } = this.#parts
    return (
      equalBytes(head, chain.head.header.hash) &&
      pendingCount === pool.pendingCount &&
      adjustments === clock.adjustments
    )
  }

  #assemble(): Kept {
    const { assembler, chain, pool, clock } = this.#parts
    const head = chain.head.header.hash
    const assembled = assembler.assemble()
    return { assembled, head, pendingCount: pool.pendingCount, adjustments: clock.adjustments }
  }
}
