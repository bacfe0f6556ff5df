import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import type { Batch } from '../../store/store.ts'
import { openRecord, sealRecord } from '../storage/sealedRecord.ts'
import type { Term } from './terms.ts'

/*
 * The inverted index of the canonical chain: term → numbers of the blocks whose logs have it. A posting holds the
 * blocks of one stretch of 256 blocks, each as the last byte of its number, in ascending order; its key is the term
 * and the number of the stretch. A frequent term therefore costs a byte per block, a rare one an entry per block, and
 * all stretches of a term are adjacent, in the order of the chain.
 */

const stretchLength = 256
const stretchBytes = 4

export interface Posting {
  readonly stretch: number
  readonly offsets: Uint8Array
}

export const stretchOf = (blockNumber: number): number => Math.floor(blockNumber / stretchLength)
export const firstOf = (stretch: number): number => stretch * stretchLength

export function postingKey(term: Term, stretch: number): Uint8Array {
  const number = new Uint8Array(stretchBytes)
  new DataView(number.buffer).setUint32(0, stretch)
  return concatBytes(term, number)
}

export function stretchOfKey(key: Uint8Array): number {
  return new DataView(key.buffer, key.byteOffset + key.length - stretchBytes).getUint32(0)
}

export const termOfKey = (key: Uint8Array): Term => key.subarray(0, key.length - stretchBytes)

export function putPosting(batch: Batch, key: Uint8Array, offsets: Uint8Array): void {
  batch.put('logIndex', key, sealRecord(key, offsets))
}

export const offsetsOf = (key: Uint8Array, record: Uint8Array): Uint8Array =>
  openRecord('logIndex', key, record)

export function addPosting(batch: Batch, term: Term, blockNumber: number): void {
  const key = postingKey(term, stretchOf(blockNumber))
  const record = batch.get('logIndex', key)
  const offsets = record === undefined ? emptyBytes : offsetsOf(key, record)
  putPosting(batch, key, withOffset(offsets, blockNumber % stretchLength))
}

export function removePosting(batch: Batch, term: Term, blockNumber: number): void {
  const key = postingKey(term, stretchOf(blockNumber))
  const record = batch.get('logIndex', key)
  if (record === undefined) return
  const left = offsetsOf(key, record).filter((offset) => offset !== blockNumber % stretchLength)
  if (left.length > 0) putPosting(batch, key, left)
  else batch.delete('logIndex', key)
}

function withOffset(offsets: Uint8Array, offset: number): Uint8Array {
  if (offsets.includes(offset)) return offsets
  const more = new Uint8Array(offsets.length + 1)
  more.set(offsets)
  more[offsets.length] = offset
  // Blocks arrive in ascending order, except after a reorganisation.
  return offsets.length > 0 && offsets[offsets.length - 1]! > offset ? more.sort() : more
}
