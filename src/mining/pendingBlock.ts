import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { Block } from '../protocol/block.ts'
import type { Receipt } from '../protocol/receipts.ts'
import { State } from '../state/state.ts'
import type { AssembledBlock } from './assembly/assembleBlock.ts'
import type { BlockAssembler } from './assembly/blockAssembler.ts'
import type { Clock } from './inputs/clock.ts'
import type { MiningChain, MiningPool } from './inputs/miningChain.ts'

export interface PendingBlockParts {
  readonly assembler: BlockAssembler
  readonly chain: MiningChain
  readonly pool: MiningPool
  readonly clock: Clock
}

/** The next block as it would be mined at one moment. */
export interface PendingView {
  readonly block: Block
  readonly receipts: readonly Receipt[]
  /** The state after the block. Belongs to the caller, who may change it. */
  readonly state: State
}

interface KeptBlock {
  readonly assembled: AssembledBlock
  readonly head: Hash
  readonly pendingCount: number
  readonly adjustments: number
}

/** In gas. Choosing and executing then take at most about 50 ms each, and the block can hold what most pools have. */
const maximumWork = 5_000_000

/**
 * The block that would be mined now, and the state after it. A question may cause its assembly, so it is not filled beyond
 * `maximumWork`; miners fill theirs. It is assembled on request and kept until the best
 * block, the pool or the clock's setting changes.
 */
export class PendingBlock {
  readonly #parts: PendingBlockParts
  readonly #unfollow: () => void
  #kept: KeptBlock | undefined

  constructor(parts: PendingBlockParts) {
    this.#parts = parts
    this.#unfollow = parts.pool.onPending(() => {
      this.#kept = undefined
    })
  }

  /** The header has no proof of work, so its hash differs from that of the mined block. */
  get assembled(): AssembledBlock {
    if (this.#kept === undefined || !this.#isCurrent(this.#kept)) this.#kept = this.#assemble()
    return this.#kept.assembled
  }

  /** The block as it is now. */
  view(): PendingView {
    const { block, result } = this.assembled
    return { block, receipts: result.receipts, state: new State(result.state, this.#parts.chain.codes) }
  }

  forget(): void {
    this.#kept = undefined
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
    const assembled = assembler.assemble(maximumWork)
    return { assembled, head, pendingCount: pool.pendingCount, adjustments: clock.adjustments }
  }
}
