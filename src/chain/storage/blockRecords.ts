import { asciiBytes, type Hash } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { canonicalHashOf } from './canonicalHashes.ts'
import { numberInKey, numberKey } from './numbers.ts'
import { damagedRecord, getSealed, openRecord, sealRecord } from './sealedRecord.ts'
import { packZeros, unpackZeros } from './zeroRuns.ts'

/*
 * The records of a block are stored under its serial: its number in the order of storing. Records of consecutive blocks
 * are therefore adjacent, on full pages, where keys that are hashes would spread them over half-full ones.
 */

/** Key of the records of a block. */
export type Serial = Uint8Array

const blockTables = ['headers', 'bodies', 'receipts', 'participants', 'creations', 'calls'] as const
type BlockTable = (typeof blockTables)[number]

const serialBytes = 5
/** The entry of `serials` with the next one: shorter than a hash. */
const nextSerialKey = asciiBytes('next')

/** Undefined for a block that is not stored. */
export function serialOf(reader: Reader, hash: Hash): Serial | undefined {
  return getSealed(reader, 'serials', hash)
}

/** Gives a block the next serial; a block that has one keeps it. */
export function takeSerial(batch: Batch, hash: Hash): Serial {
  // The store of a fork would ask for a block that it does not have.
  const known = batch.has('serials', hash) ? batch.get('serials', hash) : undefined
  if (known !== undefined) return openRecord('serials', hash, known)
  const next = batch.get('serials', nextSerialKey)
  const serial = next === undefined ? new Uint8Array(serialBytes) : openRecord('serials', nextSerialKey, next)
  const following = numberKey(numberInKey(serial) + 1, serialBytes)
  batch.put('serials', hash, sealRecord(hash, serial))
  batch.put('serials', nextSerialKey, sealRecord(nextSerialKey, following))
  return serial
}

/** Removes all records of a block. */
export function removeBlockRecords(batch: Batch, hash: Hash): void {
  const serial = serialOf(batch, hash)
  if (serial === undefined) return
  for (const table of blockTables) batch.delete(table, serial)
  batch.delete('serials', hash)
}

/** `isLast` as in `Batch.put`: the block has the newest serial. */
export function putBlockRecord(
  batch: Batch,
  table: BlockTable,
  serial: Serial,
  content: Uint8Array,
  isLast = false,
): void {
  batch.put(table, serial, sealRecord(serial, isPacked(table) ? packZeros(content) : content), isLast)
}

/** Throws `DamagedData` when the record is not what was written. */
export function getBlockRecord(reader: Reader, table: BlockTable, serial: Serial): Uint8Array | undefined {
  const record = reader.get(table, serial)
  if (record === undefined) return undefined
  const opened = openRecord(table, serial, record)
  const content = isPacked(table) ? unpackZeros(opened) : opened
  if (content === undefined) throw damagedRecord(table, serial)
  return content
}

/** The record of a block of any branch. */
export function recordOfBlock(reader: Reader, table: BlockTable, hash: Hash): Uint8Array | undefined {
  const serial = serialOf(reader, hash)
  return serial && getBlockRecord(reader, table, serial)
}

/** The record of the canonical block with a number. */
export function canonicalRecord(reader: Reader, table: BlockTable, number: number): Uint8Array | undefined {
  const hash = canonicalHashOf(reader, number)
  return hash && recordOfBlock(reader, table, hash)
}

/** Receipts pack each log separately, so that a search need not unpack all of them. Calls have few zeros in a row. */
const isPacked = (table: BlockTable): boolean => table !== 'receipts' && table !== 'calls'
