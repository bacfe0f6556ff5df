import { emptyBytes } from '../../primitives/bytes.ts'
import type { Batch } from '../../store/store.ts'
import { appendToRecord, openRecord, sealLength, sealRecord } from '../storage/sealedRecord.ts'
import type { Term } from './terms.ts'

/*
 * The inverted index of the canonical chain: term → numbers of the blocks whose logs have it. A posting holds the
 * blocks of one stretch of 256 blocks, each as the last byte of its number, in ascending order; its key is the term
 * and the number of the stretch. A frequent term therefore costs a byte per block, a rare one an entry per block, and
 * all stretches of a term are adjacent, in the order of the chain.
 */

export const stretchBlocks = 256
const stretchBytes = 4

export interface Posting {
  readonly stretch: number
  readonly offsets: Uint8Array
}

export const stretchOf = (blockNumber: number): number => Math.floor(blockNumber / stretchBlocks)
export const firstOf = (stretch: number): number => stretch * stretchBlocks

export function postingKey(term: Term, stretch: number): Uint8Array {
  const { length } = term
  const key = new Uint8Array(length + stretchBytes)
  key.set(term)
  key[length] = stretch >>> 24
  key[length + 1] = stretch >>> 16
  key[length + 2] = stretch >>> 8
  key[length + 3] = stretch
  return key
}

export function stretchOfKey(key: Uint8Array): number {
  return new DataView(key.buffer, key.byteOffset + key.length - stretchBytes).getUint32(0)
}

export function putPosting(batch: Pick<Batch, 'put'>, key: Uint8Array, offsets: Uint8Array): void {
  batch.put('logIndex', key, sealRecord(key, offsets))
}

export const offsetsOf = (key: Uint8Array, record: Uint8Array): Uint8Array =>
  openRecord('logIndex', key, record)

export const offsetOf = (blockNumber: number): number => blockNumber % stretchBlocks

export function addPosting(batch: Batch, term: Term, blockNumber: number): void {
  const key = postingKey(term, stretchOf(blockNumber))
  const offset = offsetOf(blockNumber)
  const record = batch.get('logIndex', key)
  if (record === undefined) putPosting(batch, key, Uint8Array.of(offset))
  else if (record.length > sealLength && record.at(-1)! < offset)
    batch.put('logIndex', key, appendToRecord(record, offset))
  else putPosting(batch, key, withOffsets(offsetsOf(key, record), [offset]))
}

/** Adds blocks of one stretch, in ascending order. */
export function addPostings(batch: Batch, term: Term, stretch: number, more: readonly number[]): void {
  const key = postingKey(term, stretch)
  const record = batch.get('logIndex', key)
  const offsets = record === undefined ? emptyBytes : offsetsOf(key, record)
  putPosting(batch, key, withOffsets(offsets, more))
}

export function removePosting(batch: Batch, term: Term, blockNumber: number): void {
  const key = postingKey(term, stretchOf(blockNumber))
  const record = batch.get('logIndex', key)
  if (record === undefined) return
  const left = withoutOffset(offsetsOf(key, record), offsetOf(blockNumber))
  if (left.length > 0) putPosting(batch, key, left)
  else batch.delete('logIndex', key)
}

/** The last block of a stretch is the one that a rewind removes, so it costs no copy. */
function withoutOffset(offsets: Uint8Array, offset: number): Uint8Array {
  return offsets.at(-1) === offset ? offsets.subarray(0, -1) : offsets.filter((other) => other !== offset)
}

function withOffsets(offsets: Uint8Array, more: readonly number[]): Uint8Array {
  const fresh = more.filter((offset) => !offsets.includes(offset))
  const all = new Uint8Array(offsets.length + fresh.length)
  all.set(offsets)
  all.set(fresh, offsets.length)
  // Blocks arrive in ascending order, except after a reorganisation.
  const isSorted = offsets.length === 0 || fresh.length === 0 || offsets.at(-1)! < fresh[0]!
  return isSorted ? all : all.sort()
}
