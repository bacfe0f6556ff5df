import { ExecutionInterrupted } from '../../evm/halt.ts'
import { executedAgain } from '../../node/local/callLog/executions.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { failureOf } from '../calls/simulation.ts'
import { ethereumHalted, failedInBlock, type RpcError } from '../errors/errors.ts'
import type { RpcContext } from '../method/rpcContext.ts'

/** The error of a transaction that is in a block and failed; undefined for any other. */
export function minedFailure(transaction: Transaction, context: RpcContext): RpcError | undefined {
  const { chain } = context.node
  const found = chain.transaction(transaction.hash)
  if (found === undefined || found.block.receipts[found.index]!.success) return undefined
  return failedInBlock(causeOf(transaction, found, context), toHex(transaction.hash))
}

/** Receipts do not contain the cause, so the transaction is executed again. */
function causeOf(
  transaction: Transaction,
  { block, index }: NonNullable<ReturnType<RpcContext['node']['chain']['transaction']>>,
  { node, settings }: RpcContext,
): RpcError {
  try {
    const executed = executedAgain(node.chain, block, index)
    if (executed === undefined) return ethereumHalted('execution failed')
    const refusal = node.callLog?.refusal(transaction, executed, node.chain.stateAt(block.hash))
    return failureOf(executed, settings.errors, refusal)
  } catch (error) {
    if (error instanceof ExecutionInterrupted) return ethereumHalted('execution failed after long work')
    throw error
  }
}
