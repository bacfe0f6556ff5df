import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'

/** Where traces are made, and what they may cost. */
export interface TraceContext {
  readonly chain: Chain
  /** A block that is not mined yet, so that no store has it; jobs name it by its hash like others. */
  readonly pending?: StoredBlock
  /** Whether the time is over; asked often, so it must be cheap. */
  readonly shouldStop: () => boolean
  /** Characters of an answer, and roughly bytes of what is held to write it. */
  readonly maximumLength: number
  /** Blocks that one filter may execute. */
  readonly maximumBlocks: number
}
