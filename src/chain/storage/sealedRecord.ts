import { Buffer } from '../../platform/buffer.ts'
import { crc32 } from '../../platform/checksum.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Entry, Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'

/*
 * Records that are not stored under their own hash carry a checksum over their key and content, so that a reader finds
 * a flipped bit, a truncated record or one under a wrong key. It takes a fraction of the time of a keccak hash, and
 * `cambium verify` compares the content with the roots in the headers besides.
 */

/** Bytes of the checksum before the content of a record. */
export const sealLength = 4

export function sealRecord(key: Uint8Array, content: Uint8Array): Uint8Array {
  // A store in memory keeps records. Small buffers share memory, which spares the collection of many small arrays.
  const record = Buffer.allocUnsafe(sealLength + content.length)
  record.writeUInt32BE(checksum(key, content))
  record.set(content, sealLength)
  return record
}

/**
 * A record with a byte more. The checksum is continued, so that damage of the record is found in the new one too.
 */
export function appendToRecord(record: Uint8Array, byte: number): Uint8Array {
  const longer = Buffer.allocUnsafe(record.length + 1)
  longer.set(record)
  longer[record.length] = byte
  longer.writeUInt32BE(crc32(longer.subarray(record.length), storedChecksum(record)))
  return longer
}

/** The content of a record; throws `DamagedData` when it is not what was written. */
export function openRecord(table: TableName, key: Uint8Array, record: Uint8Array): Uint8Array {
  const content = record.subarray(sealLength)
  if (record.length >= sealLength && storedChecksum(record) === checksum(key, content)) return content
  throw damagedRecord(table, key)
}

const storedChecksum = (record: Uint8Array): number =>
  ((record[0]! << 24) | (record[1]! << 16) | (record[2]! << 8) | record[3]!) >>> 0

/** zlib refuses an empty array that came from another thread. */
const checksum = (key: Uint8Array, content: Uint8Array): number =>
  content.length === 0 ? crc32(key) : crc32(content, crc32(key))

/**
 * Reads a record. When the key is absent, its neighbours are read too: a damaged key stands where the true one did, and
 * must not pass as the absence of the record.
 */
export function getSealed(reader: Reader, table: TableName, key: Uint8Array): Uint8Array | undefined {
  const record = reader.get(table, key)
  if (record !== undefined) return openRecord(table, key, record)
  checkNeighbours(reader, table, key)
  return undefined
}

/**
 * Throws `DamagedData` when a record before the key or one after it is not what was written. `isBound` as in
 * `Reader.neighbours`.
 */
export function checkNeighbours(reader: Reader, table: TableName, key: Uint8Array, isBound = false): void {
  for (const entry of reader.neighbours?.(table, key, isBound) ?? neighboursInWalk(reader, table, key)) {
    openRecord(table, entry.key, entry.value)
  }
}

function* neighboursInWalk(reader: Reader, table: TableName, key: Uint8Array): Generator<Entry> {
  yield* reader.range(table, { end: key, reverse: true, limit: 1 })
  yield* reader.range(table, { start: key, limit: 1 })
}

export const damagedRecord = (table: TableName, key: Uint8Array): DamagedData =>
  new DamagedData(`the record ${toHex(key)} of the table ${table}`)
