import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { RecordedCall, RecordedNode } from '../../chain/traces/callRecord.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { type CallNode, isCall, type OutlineOf, type TreeNode } from '../calls/callTree.ts'
import { wholeTransaction } from '../calls/writeCalls.ts'
import type { TraceContext } from '../replay/traceContext.ts'

/**
 * The outermost call of each transaction of a block, with the gas and the status that are shown; undefined if the calls of
 * the block are not recorded.
 */
export function recordedCalls(
  block: StoredBlock,
  { chain, pending }: Pick<TraceContext, 'chain' | 'pending'>,
): readonly RecordedCall[] | undefined {
  const isPending = pending !== undefined && pending.hash === block.hash
  const calls = isPending ? undefined : chain.callsIn(block.hash)
  if (calls === undefined) return undefined
  // Read only now: decoding the receipts of many logs takes longer than executing the block.
  const { transactions, receipts } = block
  return calls.map((root, index) => {
    const { gasUsed, success } = receipts[index]!
    return outermost(root, transactions[index]!.gasLimitValue, gasUsed, success)
  })
}

/**
 * The outermost call has the gas of the transaction, with the intrinsic gas. The reference node shows a gas limit of
 * zero if no code ran, and a failed precompiled contract as a success if the receipt is one.
 */
export function outermost<Call extends OutlineOf<Call>>(
  root: Call,
  gasLimit: bigint,
  gasUsed: number,
  isSuccess: boolean,
): Call {
  return wholeTransaction(root, { gasLimit: root.entry.hasCode ? gasLimit : 0, gasUsed, success: isSuccess })
}

/** The data of calls that a reader shows. Other data may be empty, or cut to its first four bytes. */
export interface ShownData {
  /** Of contracts' calls of precompiled contracts; false if these are not shown. */
  readonly precompiles: boolean
  readonly input: boolean
  readonly output: 'all' | 'successful' | 'none'
  readonly cause: boolean
}

export const allData: ShownData = { precompiles: true, input: true, output: 'all', cause: true }
/** Parity's traces hide calls of precompiled contracts that contracts make, and the output of failed calls. */
export const parityData: ShownData = { precompiles: false, input: true, output: 'successful', cause: true }
export const noData: ShownData = { precompiles: false, input: false, output: 'none', cause: false }

/** The whole tree of a transaction's calls with these data; undefined if the record lacks something that is shown. */
export function wholeCalls(root: RecordedCall, data: Uint8Array, shown: ShownData): CallNode | undefined {
  const output = outputOf(root, shown)
  return output && completed(root, data, output, shown)
}

function completed(
  { entry, exit, children }: RecordedCall,
  input: Uint8Array,
  output: Uint8Array,
  shown: ShownData,
): CallNode | undefined {
  // The cause of a halt within code is not recorded.
  if (shown.cause && exit.status === 'halt' && exit.cause === undefined) return undefined
  const whole: TreeNode[] = []
  for (const child of children) {
    const node = completedInner(child, shown)
    if (node === undefined) return undefined
    whole.push(node)
  }
  return { entry: { ...entry, input }, exit: { ...exit, output }, children: whole, logs: [] }
}

function completedInner(node: RecordedNode, shown: ShownData): TreeNode | undefined {
  if (!isCall(node)) return node
  const isHidden = !shown.precompiles && node.entry.isPrecompile
  const isWhole = isHidden || !shown.input || node.inputLength === node.selector.length
  const input = isWhole ? node.selector : undefined
  const output = isHidden ? emptyBytes : outputOf(node, shown)
  if (input === undefined || output === undefined) return undefined
  return completed(node, input, output, shown)
}

function outputOf({ exit, outputLength, output }: RecordedCall, shown: ShownData): Uint8Array | undefined {
  const isHidden = shown.output === 'none' || (shown.output === 'successful' && exit.status !== 'success')
  return isHidden || outputLength === 0 ? emptyBytes : output
}
