import type { Chain } from '../../../chain/chain.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { ExecutionInterrupted } from '../../../evm/halt.ts'
import { executedAgain } from './executions.ts'
import { type CallOutcome, outcomeText } from './readableText.ts'

/** The cause of a transaction's failure. Receipts do not contain it, so the transaction is executed again. */
export function failureText(
  chain: Chain,
  block: StoredBlock,
  index: number,
  textOf: (outcome: CallOutcome) => string = outcomeText,
): string {
  try {
    const executed = executedAgain(chain, block, index)
    return executed === undefined ? 'failed' : textOf(executed)
  } catch (error) {
    if (!(error instanceof ExecutionInterrupted)) throw error
    return 'failed; finding the cause would take too long'
  }
}
