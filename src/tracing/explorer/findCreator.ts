import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { isCall, type OutlineNode } from '../calls/callTree.ts'
import { isCreation, senderOf } from '../calls/writeCalls.ts'
import type { TraceOutput } from '../output/traceOutput.ts'
import { readBlockOutlines } from '../parity/readCalls.ts'
import { expectBlock, type TraceContext } from '../replay/traceContext.ts'
import type { CreatorJob } from '../request/traceJob.ts'

/** Writes the transaction and the account that created a contract in a block; null if the block has no such creation. */
export function findCreator(
  { block: hash, contract }: CreatorJob,
  context: TraceContext,
  output: TraceOutput,
): void {
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
