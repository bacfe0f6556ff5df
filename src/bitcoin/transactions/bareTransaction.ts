import { DecodeError } from '../../primitives/errors.ts'
import { ByteCursor } from '../serialization/byteCursor.ts'
import { encodeWithoutWitness, transactionAt } from './transaction.ts'

/** A single transaction as its id covers it: without witnesses. Nothing may follow it. */
export function decodeTransaction(bytes: Uint8Array, where: string): Uint8Array {
  const cursor = new ByteCursor(bytes)
  const transaction = transactionAt(cursor, 'dropped')
  const left = bytes.length - cursor.position
  if (left > 0) throw new DecodeError(where, `has ${left} bytes too many`)
  return encodeWithoutWitness(transaction)
}
