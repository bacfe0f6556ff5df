import { type Execution, type Executor, executeAndVerify } from '../../chain/importing/executor.ts'
import { BoundedMap } from '../../primitives/boundedMap.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import { baseMergedMiningHash } from '../../protocol/headers/hashes.ts'
import type { AssembledBlock } from './assembleBlock.ts'

const capacity = 20

/**
 * Remembers what the execution of blocks led to that were assembled here, so that a chain that uses `execute`
 * need not run them again. A block is recognised by all of its header but the proof of work; that its
 * transactions are those of its header is a rule that chains check before they execute.
 */
export class KnownExecutions {
  readonly #executions = new BoundedMap<string, Execution>(capacity)

  remember({ block, result }: AssembledBlock): void {
    const { state, receipts, participants } = result
    const execution = { status: 'valid', state, receipts, participants } as const
    this.#executions.set(keyOf(block), execution)
  }

  readonly execute: Executor = (block, parentState, context) =>
    this.#take(block) ?? executeAndVerify(block, parentState, context)

  /** Each is given once: a state whose writing fails must not be written again. */
  #take(block: Block): Execution | undefined {
    if (this.#executions.size === 0) return undefined
    const key = keyOf(block)
    const execution = this.#executions.get(key)
    this.#executions.delete(key)
    return execution
  }
}

const keyOf = ({ header }: Block): string => wordKey(baseMergedMiningHash(header))
