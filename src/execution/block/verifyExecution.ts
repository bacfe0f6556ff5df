import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Block } from '../../protocol/block.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { receiptsRoot } from '../../protocol/roots.ts'
import type { BlockResult } from './blockExecution.ts'
import type { ExecutionRejection } from './blockRejected.ts'

/** The first value of the block's header that differs from its execution; undefined when all agree. */
export function verifyExecution(
  { header, transactions }: Block,
  result: Omit<BlockResult, 'state' | 'transactions' | 'participants' | 'creations'>,
  rules: Rules,
): ExecutionRejection | undefined {
  // The state roots of older headers have a format that this node does not compute.
  if (rules.rskip85 && rules.rskip126 && !equalBytes(header.stateRoot, result.stateRoot)) {
    return mismatch('state-root', toHex(header.stateRoot), toHex(result.stateRoot))
  }
  const root = receiptsRoot(result.receipts, transactions, rules)
  if (!equalBytes(header.receiptsRoot, root)) {
    return mismatch('receipts-root', toHex(header.receiptsRoot), toHex(root))
  }
  if (!equalBytes(header.logsBloom, result.logsBloom)) {
    return { reason: 'logs-bloom', detail: 'the header’s bloom is not that of the logs' }
  }
  if (header.gasUsed !== result.gasUsed) return mismatch('gas-used', header.gasUsed, result.gasUsed)
  if (header.paidFees !== result.paidFees) return mismatch('paid-fees', header.paidFees, result.paidFees)
  return undefined
}

const mismatch = (
  reason: ExecutionRejection['reason'],
  claimed: string | number | bigint,
  found: string | number | bigint,
): ExecutionRejection => ({
  reason,
  detail: `the header has ${claimed}, the execution ${found}`,
})
