import type { BlockResult } from '../../execution/block/blockExecution.ts'
import { type BlockContext, BlockExecution, type BlockOptions } from '../../execution/block/blockExecution.ts'
import { BlockRejected, type ExecutionRejection } from '../../execution/block/blockRejected.ts'
import { verifyExecution } from '../../execution/block/verifyExecution.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { complete, type Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { Trie } from '../../trie/trie.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { States } from '../storage/states.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { CallRecorder } from '../traces/callRecorder.ts'
import { largeGroups } from './group.ts'

/** The results of executing a block that are stored with it. */
export interface ExecutedBlock
  extends Pick<BlockResult, 'state' | 'receipts' | 'participants' | 'creations'> {
  /** The record of its calls, if it was asked for. */
  readonly calls?: Uint8Array | undefined
}

/** The result of executing a block and comparing it with its header. */
export type Execution =
  | ({ readonly status: 'valid' } & ExecutedBlock)
  | { readonly status: 'rejected'; readonly rejection: ExecutionRejection }

export interface ExecutorOptions extends Omit<BlockOptions, 'watch'> {
  readonly recordsCalls?: boolean
}

/** Executes a block on the state after its parent and compares the result with its header. It may pause. */
export type Executor = (
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options?: ExecutorOptions,
) => Steps<Execution>

export function* executeAndVerify(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  { recordsCalls = false, ...options }: ExecutorOptions = {},
): Steps<Execution> {
  const recorder = recordsCalls ? new CallRecorder() : undefined
  const watch = recorder && (() => ({ tracer: recorder.next() }))
  try {
    const execution = new BlockExecution(block, parentState, context, { ...options, ...(watch && { watch }) })
    for (const _ of execution.run()) yield
    const result = execution.result()
    yield
    const rejection = verifyExecution(block, result, rulesAt(context.network, block.header.number))
    if (rejection) return { status: 'rejected', rejection }
    const { state, receipts, participants, creations } = result
    return { status: 'valid', state, receipts, participants, creations, calls: recorder?.record() }
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error
    const { reason, detail } = error
    return { status: 'rejected', rejection: { reason, detail } }
  }
}

export interface StateRebuilding {
  readonly states: States
  readonly network: Network
  readonly execute: Executor
}

/** The maximum size of a group. Executing them again takes seconds. */
const maximumRebuiltBlocks = largeGroups.blocks

/**
 * The state after a stored block, on which a branch begins. When only the last state of every group was saved, the
 * blocks since the nearest saved state are executed again.
 */
export function rebuiltState(
  block: StoredBlock,
  stateRoot: Hash,
  blocks: Blocks,
  { states, network, execute }: StateRebuilding,
): Trie {
  const unsaved: StoredBlock[] = []
  let saved = block
  let root = stateRoot
  while (!states.isKept(saved.number, root)) {
    if (saved.number === 0 || unsaved.length === maximumRebuiltBlocks) throw missingState(block)
    unsaved.push(saved)
    saved = blocks.expect(saved.header.parentHash)
    root = blocks.stateRoot(saved.record)
  }
  let state = states.trieAt(root)
  for (const next of unsaved.reverse()) {
    const execution = complete(execute(next, state, { network, chain: blocks, codes: states.codes }))
    if (execution.status !== 'valid') throw missingState(block)
    state = execution.state
  }
  return state
}

/** The state that a block needs is not kept and too old to be computed again. */
const missingState = ({ number, hash }: StoredBlock): Error =>
  new Error(`the state after block ${number} (${toHex(hash)}) is not in the store`)
