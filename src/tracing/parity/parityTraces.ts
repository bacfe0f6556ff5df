import { type CallNode, isCall, type TreeNode } from '../calls/callTree.ts'
import { isCreation } from '../calls/writeCalls.ts'
import { failedAtDeposit } from '../output/depositFailure.ts'

/** A node of the tree as one trace of a list. */
export interface ParityTrace {
  readonly node: TreeNode
  readonly traceAddress: readonly number[]
  readonly subtraces: number
}

/**
 * A tree of calls as a list, parents first. As with the reference node, calls that contracts make to precompiled
 * contracts are no traces, though what such a contract pays is one of its caller's, and neither are creations by
 * contracts whose init code fails, with all that happened in it.
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
