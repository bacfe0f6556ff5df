import { addressKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import { remascSender } from '../../protocol/transactions/remasc.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import { type Rejection, reject } from '../../protocol/validation/ruleRejection.ts'
import type { State } from '../../state/state.ts'

/**
 * The nonces of each sender continue those of the parent's state without a gap, in the order of the block. The rule
 * holds for the sender of REMASC transactions too. All senders must be recoverable, which another rule ensures.
 */
export function transactionNonceRejection(block: Block, parentState: State): Rejection | undefined {
  const nextNonces = new Map<string, bigint>()
  for (const [index, transaction] of block.transactions.entries()) {
    const sender = isRemascTransaction(block, index) ? remascSender : transaction.sender!
    const key = addressKey(sender)
    const expected = nextNonces.get(key) ?? parentState.nonce(sender)
    if (transaction.nonceValue !== expected) {
      const detail = `transaction ${index} has nonce ${transaction.nonceValue} instead of ${expected}`
      return reject('transaction-nonce', detail)
    }
    nextNonces.set(key, expected + 1n)
  }
  return undefined
}
