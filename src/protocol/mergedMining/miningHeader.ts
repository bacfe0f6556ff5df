import { BitcoinHeader, bitcoinHeaderLength } from '../../bitcoin/blocks/header.ts'
import { ByteCursor } from '../../bitcoin/serialization/byteCursor.ts'
import { transactionAt } from '../../bitcoin/transactions/transaction.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Rules } from '../networks/rules.ts'

/**
 * The Bitcoin header in a merged-mining field; undefined when it is missing. Until RSKIP98 the field could hold a whole
 * Bitcoin block: bytes behind the header are read as a list of transactions and then ignored.
 */
export function miningHeader(field: Uint8Array, rules: Rules): BitcoinHeader | undefined {
  if (field.length === bitcoinHeaderLength) return new BitcoinHeader(field)
  if (rules.rskip98 || field.length < bitcoinHeaderLength) return undefined
  if (!holdsTransactions(field.subarray(bitcoinHeaderLength))) return undefined
  return new BitcoinHeader(field.subarray(0, bitcoinHeaderLength))
}

/** Bytes behind the last transaction do not count. */
function holdsTransactions(bytes: Uint8Array): boolean {
  const cursor = new ByteCursor(bytes)
  try {
    for (let left = cursor.count(); left > 0; left--) transactionAt(cursor, 'dropped')
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}
