import {
  type CallNode,
  type CallOutline,
  type DestructionNode,
  isCall,
  type OutlineOf,
} from '../calls/callTree.ts'
import { isCreation } from '../calls/writeCalls.ts'
import { failedAtDeposit } from '../output/failureText.ts'

/** A node of the tree as a trace of the list. */
export interface ParityTrace<Call = CallNode> {
  readonly node: Call | DestructionNode
  readonly traceAddress: readonly number[]
  readonly subtraces: number
}

/**
 * A tree of calls as a list, parents first. As in the reference node, a contract's call of a precompiled contract is
 * left out, and transfers of the precompiled contract become children of its caller. A contract's creation whose init
 * code fails is left out with everything inside.
 */
export function* parityTraces<Call extends OutlineOf<Call>>(
  root: Call | DestructionNode,
): Generator<ParityTrace<Call>, void, undefined> {
  // A stack instead of recursion, whose every step would pass through the generators of all outer calls.
  const open: Pick<ParityTrace<Call>, 'node' | 'traceAddress'>[] = [{ node: root, traceAddress: [] }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, traceAddress } = next
    const children = isCall(node) ? shownChildren(node) : []
    yield { node, traceAddress, subtraces: children.length }
    for (let index = children.length - 1; index >= 0; index--) {
      open.push({ node: children[index]!, traceAddress: [...traceAddress, index] })
    }
  }
}

const initCodeFailed = ({ exit }: Pick<CallOutline, 'exit'>): boolean =>
  exit.status !== 'success' && !failedAtDeposit(exit)

function shownChildren<Call extends OutlineOf<Call>>({ children }: Call): (Call | DestructionNode)[] {
  return children.flatMap((child) => {
    if (!isCall(child)) return [child]
    if (child.entry.isPrecompile) return shownChildren(child)
    return isCreation(child.entry) && initCodeFailed(child) ? [] : [child]
  })
}
