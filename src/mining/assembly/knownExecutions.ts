import {
  type Execution,
  type Executor,
  executeAndVerifyInSteps,
  type SteppedExecutor,
} from '../../chain/importing/executor.ts'
import type { BlockContext } from '../../execution/block/blockOptions.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { complete, type Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import { baseMergedMiningHash } from '../../protocol/headers/hashes.ts'
import type { Trie } from '../../trie/trie.ts'
import type { AssembledBlock } from './assembleBlock.ts'

/** A result keeps the changed part of a trie in memory, so only the latest are kept: these, and one more. */
const capacity = 19

/**
 * Keeps the results of blocks that were assembled here, so that a chain that uses `execute` does not execute them
 * again. A block is identified by its header without the proof of work; the chain checks before the execution that
 * the transactions match the header.
 */
export class KnownExecutions {
  readonly #executions = new BoundedMap<string, Execution>(capacity)
  /** The block that was assembled last: the miner of a local chain imports it at once. */
  #latest: { readonly hash: Hash; readonly execution: Execution } | undefined

  remember({ block, result }: AssembledBlock): void {
    const { state, receipts, participants, creations } = result
    const execution = { status: 'valid', state, receipts, participants, creations } as const
    const before = this.#latest
    if (before !== undefined) this.#executions.set(wordKey(before.hash), before.execution)
    this.#latest = { hash: baseMergedMiningHash(block.header), execution }
  }

  /** The block that was assembled last is stored, so nothing will execute it. */
  forgetLatest({ header }: Block): void {
    if (this.#latest && equalBytes(this.#latest.hash, baseMergedMiningHash(header))) this.#latest = undefined
  }

  readonly execute: Executor = (block, parentState, context) =>
    complete(this.#steps(block, () => parentState, context))

  readonly executeInSteps: SteppedExecutor = (block, parentState, context) =>
    this.#steps(block, parentState, context)

  /** Returns each result once: a state that could not be written must not be written again. */
  #take({ header }: Block): Execution | undefined {
    const latest = this.#latest
    if (latest === undefined && this.#executions.size === 0) return undefined
    const hash = baseMergedMiningHash(header)
    const isLatest = latest !== undefined && equalBytes(latest.hash, hash)
    if (isLatest) this.#latest = undefined
    const earlier = this.#executions.size === 0 ? undefined : this.#takeEarlier(wordKey(hash))
    return isLatest ? latest.execution : earlier
  }

  #takeEarlier(key: string): Execution | undefined {
    const execution = this.#executions.get(key)
    this.#executions.delete(key)
    return execution
  }

  *#steps(block: Block, parentState: () => Trie, context: BlockContext): Steps<Execution> {
    return this.#take(block) ?? (yield* executeAndVerifyInSteps(block, parentState(), context))
  }
}
