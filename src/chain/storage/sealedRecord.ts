import { crc32 } from 'node:zlib'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'

/*
 * Records that are not stored under their own hash carry a checksum over their key and content, so that a reader finds
 * a flipped bit, a truncated record or one under a wrong key. It takes a fraction of the time of a keccak hash, and
 * `cambium verify` compares the content with the roots in the headers besides.
 */

const checksumBytes = 4

export function sealRecord(key: Uint8Array, content: Uint8Array): Uint8Array {
  const record = new Uint8Array(checksumBytes + content.length)
  const sum = checksum(key, content)
  record[0] = sum >>> 24
  record[1] = sum >>> 16
  record[2] = sum >>> 8
  record[3] = sum
  record.set(content, checksumBytes)
  return record
}

/** The content of a record; throws `DamagedData` when it is not what was written. */
export function openRecord(
  table: TableName,
  key: Uint8Array,
  record: Uint8Array,
  block?: Uint8Array,
): Uint8Array {
  if (record.length < checksumBytes || !isWhole(key, record)) throw damagedRecord(table, key, block)
  return contentOf(record)
}

function isWhole(key: Uint8Array, record: Uint8Array): boolean {
  const stored = (record[0]! << 24) | (record[1]! << 16) | (record[2]! << 8) | record[3]!
  const sum =
    record.length <= shortBytes
      ? shortChecksum(record, checksumBytes, shortChecksum(key, 0, 0))
      : checksum(key, record.subarray(checksumBytes))
  return stored === (sum | 0)
}

/** The content of a record that is known to be what was written. */
export const contentOf = (record: Uint8Array): Uint8Array =>
  record.length <= shortBytes ? record.slice(checksumBytes) : record.subarray(checksumBytes)

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

/** Throws `DamagedData` when the record before the key or the one after it is not what was written. */
export function checkNeighbours(reader: Reader, table: TableName, key: Uint8Array): void {
  const [before] = reader.range(table, { end: key, reverse: true, limit: 1 })
  const [after] = reader.range(table, { start: key, limit: 1 })
  for (const entry of [before, after]) if (entry) openRecord(table, entry.key, entry.value)
}

/** `block` is the hash of the block to which the record belongs, if the reader knows it. */
export const damagedRecord = (table: TableName, key: Uint8Array, block?: Uint8Array): DamagedData =>
  new DamagedData(`the record ${toHex(key)} of the table ${table}`, { table, key: key.slice(), block })

/**
 * Records up to this length are copied instead of viewed, and summed here: V8 has to move the bytes of a short array before it
 * can make a view of them, and the call of zlib takes longer than the sum.
 */
const shortBytes = 64

const checksum = (key: Uint8Array, content: Uint8Array): number => {
  const sum = shortChecksum(key, 0, 0)
  return content.length <= shortBytes ? shortChecksum(content, 0, sum) : crc32(content, sum)
}

/** For each value of a byte, the remainder of its division by the polynomial of CRC-32 (IEEE 802.3). */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  return remainder
})

/** The CRC-32 of the bytes from `start` on, continued from `sum`. */
function shortChecksum(bytes: Uint8Array, start: number, sum: number): number {
  const { length } = bytes
  let remainder = ~sum
  for (let i = start; i < length; i++) {
    remainder = (remainder >>> 8) ^ remainders[(remainder ^ bytes[i]!) & 0xff]!
  }
  return ~remainder >>> 0
}
