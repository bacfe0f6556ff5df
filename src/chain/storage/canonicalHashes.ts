import { asciiBytes, asHash, type Hash } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { numberKey } from './numbers.ts'
import { getSealed, openRecord, sealRecord } from './sealedRecord.ts'

/* Which of the stored blocks are the chain: the hash of each number, and that of the head. */

const headKey = asciiBytes('chain.head')

/** The sealed hash of the head; undefined in an empty store. */
export const headRecordOf = (reader: Reader): Uint8Array | undefined => reader.get('meta', headKey)

export const hashInHead = (record: Uint8Array): Hash => asHash(openRecord('meta', headKey, record))

/** Undefined in an empty store. */
export function headHashOf(reader: Reader): Hash | undefined {
  const record = headRecordOf(reader)
  return record && hashInHead(record)
}

export const putHead = (batch: Batch, hash: Hash): void =>
  batch.put('meta', headKey, sealRecord(headKey, hash))

export function canonicalHashOf(reader: Reader, number: number): Hash | undefined {
  const hash = getSealed(reader, 'canonical', numberKey(number))
  return hash && asHash(hash)
}

export function putCanonical(batch: Batch, number: number, hash: Hash): void {
  const key = numberKey(number)
  batch.put('canonical', key, sealRecord(key, hash))
}

export const deleteCanonical = (batch: Batch, number: number): void =>
  batch.delete('canonical', numberKey(number))
