import type { StoredBlock } from '../../../../chain/storage/storedBlock.ts'
import { toHex } from '../../../../primitives/hex.ts'
import * as schema from '../../../json/schema.ts'
import { transactionSchema, transactionShape } from '../../../shapes/transaction.ts'

/** A transaction by its position, or null. The reference node adds an `_id` in these lookups. */
export function transactionAt(block: StoredBlock | undefined, index: number) {
  const transaction = block?.transactions[index]
  if (block === undefined || transaction === undefined) return null
  const place = { blockHash: block.hash, blockNumber: block.number, index }
  return { ...transactionShape(transaction, place), _id: toHex(transaction.hash) }
}

export const placedTransactionSchema: schema.Schema = {
  allOf: [transactionSchema, schema.objectOf({ _id: schema.text })],
}
