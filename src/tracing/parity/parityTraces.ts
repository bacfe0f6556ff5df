import { type CallNode, isCall, type TreeNode } from '../calls/callTree.ts'
import { isCreation } from '../calls/writeCalls.ts'
import { failedAtDeposit } from '../output/failureText.ts'

/** A node of the tree as a trace of the list. */
export interface ParityTrace {
  readonly node: TreeNode
  readonly traceAddress: readonly number[]
  readonly subtraces: number
}

/**
 * A tree of calls as a list, parents first. As in the reference node, a contract's call of a precompiled contract is
 * left out, and transfers of the precompiled contract become children of its caller. A contract's creation whose init
 * code fails is left out with everything inside.
 */
export function* parityTraces(
  node: TreeNode,
  traceAddress: readonly number[] = [],
): Generator<ParityTrace, void, undefined> {
  const children = isCall(node) ? shownChildren(node) : []
  yield { node, traceAddress, subtraces: children.length }
  for (const [index, child] of children.entries()) yield* parityTraces(child, [...traceAddress, index])
}

const initCodeFailed = ({ exit }: CallNode): boolean => exit.status !== 'success' && !failedAtDeposit(exit)

function shownChildren({ children }: CallNode): TreeNode[] {
  return children.flatMap((child) => {
    if (!isCall(child)) return [child]
    if (child.entry.isPrecompile) return shownChildren(child)
    return isCreation(child.entry) && initCodeFailed(child) ? [] : [child]
  })
}
