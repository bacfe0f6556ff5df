import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { gethFailure, gethReverted, parityFailure, parityReverted } from '../output/failureText.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import type { FlatCallOptions } from '../request/tracerChoice.ts'
import { type CallNode, type DestructionNode, isCall, type TreeNode } from './callTree.ts'
import { isCreation, senderOf } from './writeCalls.ts'

/** The block of a traced execution and, unless it is a call without a transaction, its transaction. */
export interface TracedPlace {
  readonly blockHash: Uint8Array
  readonly blockNumber: number
  readonly transaction: { readonly hash: Uint8Array; readonly position: number } | undefined
}

/**
 * Writes a tree of calls as a list in the form of geth's flatCallTracer, parents first. It differs from the lists of the
 * `trace` module, which follow the reference node: failed creations are shown, a reverted call keeps its result, and
 * failures have geth's words unless the caller wants Parity's.
 */
export function writeFlatCalls(
  root: CallNode,
  place: TracedPlace,
  options: FlatCallOptions,
  output: TraceOutput,
): void {
  const list = new JsonArray(output)
  const ending = placeText(place)
  for (const { node, traceAddress, subtraces } of flattened(root, options.includePrecompiles)) {
    const members = isCall(node) ? callMembers(node, options) : destructionMembers(node)
    list.add(
      `{${members.text},"subtraces":${subtraces},"traceAddress":[${traceAddress.join(',')}]` +
        `,"type":"${members.type}"${ending}}`,
    )
  }
  list.end()
}

interface FlatCall {
  readonly node: TreeNode
  readonly traceAddress: readonly number[]
  readonly subtraces: number
}

function* flattened(
  node: TreeNode,
  includePrecompiles: boolean,
  traceAddress: readonly number[] = [],
): Generator<FlatCall, void, undefined> {
  const children = isCall(node) ? shownChildren(node, includePrecompiles) : []
  yield { node, traceAddress, subtraces: children.length }
  for (const [index, child] of children.entries()) {
    yield* flattened(child, includePrecompiles, [...traceAddress, index])
  }
}

/** The payments of a hidden native contract are children of its caller. */
function shownChildren({ children }: CallNode, includePrecompiles: boolean): TreeNode[] {
  if (includePrecompiles) return children
  return children.flatMap((child) =>
    isCall(child) && child.entry.isPrecompile ? shownChildren(child, false) : [child],
  )
}

interface FlatMembers {
  readonly type: 'call' | 'create' | 'suicide'
  readonly text: string
}

function callMembers({ entry, exit }: CallNode, { convertParityErrors }: FlatCallOptions): FlatMembers {
  const { kind, codeAddress, address, gas, input, value } = entry
  const from = `"from":"${toHex(senderOf(entry))}"`
  const gasText = `"gas":"${toQuantity(gas)}"`
  const valueText = `"value":"${toQuantity(value)}"`
  const gasUsed = `"gasUsed":"${toQuantity(exit.gasUsed)}"`
  const ending = (result: string): string => endingOf(exit, result, convertParityErrors)
  if (isCreation(entry)) {
    const created = exit.status === 'success' ? `"address":"${toHex(address)}",` : ''
    return {
      type: 'create',
      text:
        `"action":{"creationMethod":"${kind}",${from},${gasText},"init":"${toHex(input)}",${valueText}}` +
        ending(`{${created}"code":"${toHex(exit.output)}",${gasUsed}}`),
    }
  }
  return {
    type: 'call',
    text:
      `"action":{"callType":"${kind}",${from},${gasText},"input":"${toHex(input)}"` +
      `,"to":"${toHex(codeAddress)}",${valueText}}` +
      ending(`{${gasUsed},"output":"${toHex(exit.output)}"}`),
  }
}

/** Reverted calls keep their result, because the output has the reason. */
function endingOf({ status, cause }: CallNode['exit'], result: string, inParityWords: boolean): string {
  if (status === 'success') return `,"result":${result}`
  if (cause !== undefined) return `,"error":"${inParityWords ? parityFailure(cause) : gethFailure(cause)}"`
  return `,"error":"${inParityWords ? parityReverted : gethReverted}","result":${result}`
}

const destructionMembers = ({ destroyed, beneficiary, balance }: DestructionNode): FlatMembers => ({
  type: 'suicide',
  text:
    `"action":{"address":"${toHex(destroyed)}","balance":"${toQuantity(balance)}"` +
    `,"refundAddress":"${toHex(beneficiary)}"}`,
})

const placeText = ({ blockHash, blockNumber, transaction }: TracedPlace): string =>
  `,"blockHash":"${toHex(blockHash)}","blockNumber":${blockNumber}` +
  (transaction === undefined
    ? ',"transactionHash":null,"transactionPosition":0'
    : `,"transactionHash":"${toHex(transaction.hash)}","transactionPosition":${transaction.position}`)
