import {
  BlockExecution,
  type BlockOptions,
  type ExecutedTransaction,
} from '../execution/block/blockExecution.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { State } from '../state/state.ts'
import { requireExecuted } from './storage/chainStart.ts'
import { type KeptStateParts, keptRoot } from './storage/stateNotKept.ts'
import type { StoredBlock } from './storage/storedBlock.ts'

export interface ReexecutionParts extends KeptStateParts {
  readonly network: Network
}

export interface StepwiseOptions extends BlockOptions {
  /** Position of the last transaction wanted. Parallel lists other than its own are not executed. */
  readonly last: number
}

/** The state within a block. */
export interface StateBefore {
  readonly state: State
  /** The gas that measures the work of the transactions that were executed to reach it. */
  readonly workGas: number
}

/** Executes stored blocks again. */
export class Reexecution {
  readonly #parts: ReexecutionParts

  constructor(parts: ReexecutionParts) {
    this.#parts = parts
  }

  /**
   * The transactions of a block up to `options.last`, each when the caller asks for it. The state is the one that this
   * transaction sees: without the changes of the other parallel list.
   */
  steps(block: StoredBlock, options: StepwiseOptions): Generator<ExecutedTransaction, void, undefined> {
    const { last } = options
    return this.#execution(block, options).run({ index: last, end: last + 1 })
  }

  /** The state that the transaction at a position of a block sees before it runs. */
  stateBefore(block: StoredBlock, index: number, options: BlockOptions): StateBefore {
    const execution = this.#execution(block, options)
    for (const _ of execution.run({ index, end: index }));
    return { state: execution.host.state, workGas: execution.workGas }
  }

  #execution(block: StoredBlock, options: BlockOptions): BlockExecution {
    const { store, network, blocks, states } = this.#parts
    requireExecuted(store, block.number)
    const parentState = states.trieAt(keptRoot(blocks.expect(block.header.parentHash), this.#parts))
    return new BlockExecution(block, parentState, { network, chain: blocks, codes: states.codes }, options)
  }
}
