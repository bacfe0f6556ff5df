import type { ExecutedTransaction } from '../execution/block/executeBlock.ts'
import {
  type BlockOptions,
  executeStepwise,
  type StateBefore,
  type StepwiseOptions,
  stateBefore,
} from '../execution/block/executeBlock.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Trie } from '../trie/trie.ts'
import { requireExecuted } from './storage/chainStart.ts'
import { type KeptStates, keptRoot } from './storage/stateNotKept.ts'
import type { StoredBlock } from './storage/storedBlock.ts'

export interface ReexecutionParts extends KeptStates {
  readonly network: Network
}

/** Executes stored blocks again. */
export class Reexecution {
  readonly #parts: ReexecutionParts

  constructor(parts: ReexecutionParts) {
    this.#parts = parts
  }

  /** The transactions of a block up to `options.last`, each when the caller asks for it. */
  steps(block: StoredBlock, options: StepwiseOptions): Generator<ExecutedTransaction, void, undefined> {
    return executeStepwise(block, this.#stateOfParent(block), this.#context(), options)
  }

  /** Executes a block up to a transaction, which does not run. */
  stateBefore(block: StoredBlock, index: number, options: BlockOptions): StateBefore {
    return stateBefore(block, index, this.#stateOfParent(block), this.#context(), options)
  }

  #stateOfParent({ number, header }: StoredBlock): Trie {
    const { store, blocks, states } = this.#parts
    requireExecuted(store, number)
    return states.trieAt(keptRoot(blocks.expect(header.parentHash), this.#parts))
  }

  #context() {
    const { network, blocks, states } = this.#parts
    return { network, chain: blocks, codes: states.codes }
  }
}
