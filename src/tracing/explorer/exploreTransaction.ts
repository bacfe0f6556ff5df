import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import {
  type CallNode,
  type CallOutline,
  isCall,
  type OutlineNode,
  type TreeNode,
} from '../calls/callTree.ts'
import { isCreation, senderOf } from '../calls/writeCalls.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import { readBlockOutlines, readTransactionCalls } from '../parity/readCalls.ts'
import { allData, recordedCalls } from '../parity/recordedCalls.ts'
import { expectBlock, expectTransaction, type TraceWriter } from '../replay/traceContext.ts'
import type { TraceJob } from '../request/traceJob.ts'

/* Otterscan's views of a transaction. */

export const exploreTransaction: TraceWriter<'explorer'> = ({ hash, view }, context, output) => {
  const { block, index } = expectTransaction(context.chain, hash)
  const recorded = recordedCalls(block, context)?.[index]
  if (recorded !== undefined && view === 'operations') writeOperations(recorded, output)
  else if (recorded !== undefined && view === 'error' && recorded.exit.status !== 'revert')
    writeNoError(output)
  else readTransactionCalls(block, index, context, (root) => writers[view](root, output), allData)
}

const writers: Readonly<Record<TraceJob<'explorer'>['view'], (root: CallNode, output: TraceOutput) => void>> =
  {
    calls: writeCallList,
    operations: writeOperations,
    error: writeError,
  }

function* withDepth(
  node: TreeNode,
  depth = 0,
): Generator<{ node: TreeNode; depth: number }, void, undefined> {
  yield { node, depth }
  for (const child of isCall(node) ? node.children : []) yield* withDepth(child, depth + 1)
}

/** Parents first; calls that cannot carry a value have none. */
function writeCallList(root: CallNode, output: TraceOutput): void {
  const list = new JsonArray(output)
  for (const { node, depth } of withDepth(root)) list.add(callText(node, depth))
  list.end()
}

function callText(node: TreeNode, depth: number): string {
  if (!isCall(node)) {
    return (
      `{"type":"SELFDESTRUCT","depth":${depth},"from":"${toHex(node.destroyed)}","to":"${toHex(node.beneficiary)}"` +
      `,"value":"${toQuantity(node.balance)}","input":"0x","output":"0x"}`
    )
  }
  const { entry, exit } = node
  const { kind, value, input, address, codeAddress } = entry
  const hasValue = kind !== 'staticcall' && kind !== 'delegatecall'
  return (
    `{"type":"${kind.toUpperCase()}","depth":${depth},"from":"${toHex(senderOf(entry))}"` +
    `,"to":"${toHex(isCreation(entry) ? address : codeAddress)}"` +
    `,"value":${hasValue ? `"${toQuantity(value)}"` : 'null'},"input":"${toHex(input)}"` +
    `,"output":"${toHex(exit.output)}"}`
  )
}

/** Otterscan's numbers of operations. */
const operationTypes = { transfer: 0, destruction: 1, create: 2, create2: 3 } as const

/** Payments, creations and destructions inside a transaction, without those of calls that failed. */
function writeOperations(root: CallOutline, output: TraceOutput): void {
  const list = new JsonArray(output)
  if (root.exit.status === 'success') {
    for (const child of root.children) addOperations(child, list)
  }
  list.end()
}

function addOperations(node: OutlineNode, list: JsonArray): void {
  if (!isCall(node)) {
    const { destroyed, beneficiary, balance } = node
    list.add(operationText(operationTypes.destruction, destroyed, beneficiary, balance))
    return
  }
  const { entry, exit, children } = node
  if (exit.status !== 'success') return
  const { kind, address, codeAddress, value } = entry
  if (kind === 'create' || kind === 'create2') {
    list.add(operationText(operationTypes[kind], senderOf(entry), address, value))
  } else if (kind === 'call' && value > 0n) {
    list.add(operationText(operationTypes.transfer, senderOf(entry), codeAddress, value))
  }
  for (const child of children) addOperations(child, list)
}

const operationText = (type: number, from: Uint8Array, to: Uint8Array, value: bigint): string =>
  `{"type":${type},"from":"${toHex(from)}","to":"${toHex(to)}","value":"${toQuantity(value)}"}`

/** The data of a revert; empty for any other outcome. */
function writeError({ exit }: CallNode, output: TraceOutput): void {
  if (exit.status === 'revert') output.write(`"${toHex(exit.output)}"`)
  else writeNoError(output)
}

const writeNoError = (output: TraceOutput): void => output.write('"0x"')

/** Writes the transaction and the account that created a contract in a block; null if the block has no such creation. */
export const findCreator: TraceWriter<'creator'> = ({ block: hash, contract }, context, output) => {
  let text = 'null'
  readBlockOutlines(expectBlock(context, hash), context, (root, { transactionHash }) => {
    const creator = creatorIn(root, contract)
    if (creator !== undefined) text = `{"hash":"${toHex(transactionHash)}","creator":"${toHex(creator)}"}`
  })
  output.write(text)
}

/** The creator in the last creation that succeeded. */
function creatorIn(node: OutlineNode, contract: Address): Address | undefined {
  if (!isCall(node) || node.exit.status !== 'success') return undefined
  for (const child of node.children.toReversed()) {
    const creator = creatorIn(child, contract)
    if (creator !== undefined) return creator
  }
  const { entry } = node
  return isCreation(entry) && equalBytes(entry.address, contract) ? senderOf(entry) : undefined
}
