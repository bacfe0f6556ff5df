import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/** Gas of a transaction that runs no code. */
const plainPaymentGas = 21_000

/**
 * Positions of the transactions of a block in which an account takes part, for a block that cannot be executed because
 * its state is not stored: those that it sent or received, that created it, or in which it emitted events. If the account
 * took part inside calls only, the block does not tell in which transactions: all that ran code are named.
 */
export function recordedPositions({ transactions, receipts }: StoredBlock, account: Address): number[] {
  const positionsWhere = (holds: (transaction: Transaction, receipt: Receipt) => boolean): number[] =>
    transactions.flatMap((transaction, position) =>
      holds(transaction, receipts[position]!) ? [position] : [],
    )
  const direct = positionsWhere((transaction, receipt) => isNamed(account, transaction, receipt))
  if (direct.length > 0) return direct
  return positionsWhere(
    ({ to }, { gasUsed }) => gasUsed > plainPaymentGas && (to === null || !equalBytes(to, remascAddress)),
  )
}

function isNamed(account: Address, { sender, to, nonceValue }: Transaction, { logs }: Receipt): boolean {
  const is = (other: Uint8Array): boolean => equalBytes(other, account)
  if (to !== null && is(to)) return true
  if (sender !== undefined && (is(sender) || (to === null && is(createdAddress(sender, nonceValue))))) {
    return true
  }
  return logs.some(({ address }) => is(address))
}
