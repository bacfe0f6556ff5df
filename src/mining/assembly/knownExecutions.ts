import {
  type Execution,
  type Executor,
  executeAndVerifyInSteps,
  type SteppedExecutor,
} from '../../chain/importing/executor.ts'
import type { BlockContext } from '../../execution/block/executeBlock.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { complete, type Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import { baseMergedMiningHash } from '../../protocol/headers/hashes.ts'
import type { Trie } from '../../trie/trie.ts'
import type { AssembledBlock } from './assembleBlock.ts'

/** A result keeps the changed part of a trie in memory, so only the latest are kept. */
const capacity = 20

/**
 * Keeps the results of blocks that were assembled here, so that a chain that uses `execute` does not execute them
 * again. A block is identified by its header without the proof of work; the chain checks before the execution that
 * the transactions match the header.
 */
export class KnownExecutions {
  readonly #executions = new BoundedMap<string, Execution>(capacity)

  remember({ block, result }: AssembledBlock): void {
    const { state, receipts, participants, creations } = result
    const execution = { status: 'valid', state, receipts, participants, creations } as const
    this.#executions.set(keyOf(block), execution)
  }

  readonly execute: Executor = (block, parentState, context) =>
    complete(this.#steps(block, () => parentState, context))

  readonly executeInSteps: SteppedExecutor = (block, parentState, context) =>
    this.#steps(block, parentState, context)

  /** Returns each result once: a state that could not be written must not be written again. */
  #take(block: Block): Execution | undefined {
    if (this.#executions.size === 0) return undefined
    const key = keyOf(block)
    const execution = this.#executions.get(key)
    this.#executions.delete(key)
    return execution
  }

  *#steps(block: Block, parentState: () => Trie, context: BlockContext): Steps<Execution> {
    return this.#take(block) ?? (yield* executeAndVerifyInSteps(block, parentState(), context))
  }
}

const keyOf = ({ header }: Block): string => wordKey(baseMergedMiningHash(header))
