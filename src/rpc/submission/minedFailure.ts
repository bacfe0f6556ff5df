import { ExecutionInterrupted } from '../../evm/halt.ts'
import { executedAgain } from '../../node/local/callLog/executions.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { failureOf } from '../calls/simulation.ts'
import { ethereumHalted, failedInBlock, type RpcError } from '../errors/errors.ts'
import type { ReadContext } from '../method/context.ts'

/** The error of a transaction that is in a block and failed; undefined for any other. */
export function minedFailure(transaction: Transaction, context: ReadContext): RpcError | undefined {
  const { chain } = context.node
  const found = chain.transaction(transaction.hash)
  if (found === undefined || found.block.receipts[found.index]!.success) return undefined
  return failedInBlock(causeOf(found, context), toHex(transaction.hash))
}

/** Receipts do not contain the cause, so the transaction is executed again. */
function causeOf(
  { block, index }: NonNullable<ReturnType<ReadContext['node']['chain']['transaction']>>,
  { node, settings }: ReadContext,
): RpcError {
  try {
    const executed = executedAgain(node.chain, block, index)
    if (executed === undefined) return ethereumHalted('execution failed')
    return failureOf(executed, node.callLog?.explainMined(block, index, executed)).in(settings.errors)
  } catch (error) {
    if (error instanceof ExecutionInterrupted) return ethereumHalted('execution failed after long work')
    throw error
  }
}
