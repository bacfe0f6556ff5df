import type { Network } from '../../protocol/networks/network.ts'
import type { Store } from '../../store/store.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { States } from '../storage/states.ts'

export interface RepairParts {
  readonly store: Store
  readonly network: Network
  readonly blocks: Blocks
  readonly states: States
  /** Blocks that may be executed to compute one record again: a node that serves must not pause for long. */
  readonly mostExecuted: number
}
