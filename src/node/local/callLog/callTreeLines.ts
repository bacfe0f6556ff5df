import { equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { type CallNode, isCall, type TreeNode } from '../../../tracing/calls/callTree.ts'
import { isCreation } from '../../../tracing/calls/writeCalls.ts'
import { consoleAddress, consoleText } from './consoleMessages.ts'
import { methodOf } from './knownMethods.ts'
import { amountText, gasText, outcomeText, shortAddress } from './readableText.ts'

/** Larger trees are cut after this many lines. */
const mostLines = 1_000
const indent = '  '

/** The messages of contracts to the console, one line each. */
export function* consoleLines(node: TreeNode): Generator<string, void, undefined> {
  if (!isCall(node)) return
  const message = messageOf(node)
  if (message !== undefined) yield `${indent}console.log: ${message}`
  for (const child of node.children) yield* consoleLines(child)
}

/** The calls of an execution as an indented list, with the messages to the console at their position. */
export function* treeLines(root: CallNode): Generator<string, void, undefined> {
  let count = 0
  for (const line of linesOf(root, 1)) {
    if (count++ === mostLines) {
      yield `${indent}…`
      return
    }
    yield line
  }
}

function* linesOf(node: TreeNode, depth: number): Generator<string, void, undefined> {
  const margin = indent.repeat(depth)
  if (!isCall(node)) {
    const { destroyed, beneficiary, balance } = node
    yield `${margin}SELFDESTRUCT ${shortAddress(destroyed)}: ${amountText(balance)} to ${shortAddress(beneficiary)}`
    return
  }
  const message = messageOf(node)
  yield margin + (message === undefined ? callText(node) : `console.log: ${message}`)
  for (const child of node.children) yield* linesOf(child, depth + 1)
}

function callText({ entry, exit }: CallNode): string {
  const { kind, codeAddress, address, input, value } = entry
  const what = isCreation(entry)
    ? toHex(address)
    : [methodOf(input), shortAddress(codeAddress)].filter((part) => part !== undefined).join(' of ')
  const amount = value === 0n ? '' : ` with ${amountText(value)}`
  return `${kind.toUpperCase()} ${what}${amount}: ${gasText(exit.gasUsed)}, ${outcomeText(exit)}`
}

function messageOf({ entry }: CallNode): string | undefined {
  return equalBytes(entry.codeAddress, consoleAddress) ? consoleText(entry.input) : undefined
}
