import { asciiBytes, asHash, type Hash } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { numberKey } from './numberKey.ts'
import { openRecord, sealRecord } from './sealedRecord.ts'

/* Which of the stored blocks are the chain: the hash of each number, and that of the head. */

const headKey = asciiBytes('chain.head')

/** Undefined in an empty store. */
export const headHashOf = (reader: Reader): Hash | undefined => hashIn(reader, 'meta', headKey)

export const putHead = (batch: Batch, hash: Hash): void => putHash(batch, 'meta', headKey, hash)

export const canonicalHashOf = (reader: Reader, number: number): Hash | undefined =>
  hashIn(reader, 'canonical', numberKey(number))

export const putCanonical = (batch: Batch, number: number, hash: Hash): void =>
  putHash(batch, 'canonical', numberKey(number), hash)

export const deleteCanonical = (batch: Batch, number: number): void =>
  batch.delete('canonical', numberKey(number))

function putHash(batch: Batch, table: 'meta' | 'canonical', key: Uint8Array, hash: Hash): void {
  batch.put(table, key, sealRecord(key, hash))
}

function hashIn(reader: Reader, table: 'meta' | 'canonical', key: Uint8Array): Hash | undefined {
  const record = reader.get(table, key)
  return record && asHash(openRecord(table, key, record))
}
