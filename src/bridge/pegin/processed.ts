import { toHexDigits } from '../../primitives/hex.ts'
import { processedHeight, processedTransactions } from '../cells/pegin.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'

/** The Rootstock block that processed a Bitcoin transaction, whose id is given as lower-case hex digits. */
export function processedIn({ cells, rules }: BridgeContext, transactionId: string): number | undefined {
  const listed = cells
    .load(processedTransactions)
    .find((entry) => toHexDigits(entry.transactionId) === transactionId)
  if (listed) return listed.blockNumber
  // RSKIP134: every transaction has a cell of its own.
  return rules.rskip134 ? cells.load(processedHeight(transactionId)) : undefined
}

export function markProcessed({ cells, rules, native }: BridgeContext, transactionId: Uint8Array): void {
  const blockNumber = native.block.number
  if (rules.rskip134) cells.set(processedHeight(toHexDigits(transactionId)), blockNumber)
  else {
    const others = cells.load(processedTransactions)
    cells.set(processedTransactions, [...others, { transactionId, blockNumber }])
  }
}
