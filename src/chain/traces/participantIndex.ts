import { concatBytes, type Hash } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { keyBytes } from '../../primitives/mapKeys.ts'
import type { ChangedTables, PostponedChange } from '../../store/postponedChange.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { firstOf, postingKey, putPosting, stretchOf } from '../logs/postings.ts'
import type { Term } from '../logs/terms.ts'
import { canonicalHashOf } from '../storage/canonicalHashes.ts'
import { participantsOf, participantsOfBlock } from './participants.ts'

/*
 * The index of participants has the form of the log index, but the block that completes a stretch writes all of it: an
 * account that takes part in many blocks of the stretch is written once. Queries read the participants of blocks in the
 * incomplete stretch one by one.
 */

/** Estimated bytes of a hash in memory. */
const hashWeight = 100

/** Differs from the kinds of terms of logs. */
const participantKind = 6

export const participantTerm = (address: Uint8Array): Term =>
  concatBytes(Uint8Array.of(participantKind), address)

/** The address in a term of this index; undefined for a term of logs. */
export const participantAddress = (term: Term): Uint8Array | undefined =>
  term[0] === participantKind ? term.subarray(1) : undefined

/** The first block after the indexed stretches of a chain with this head. */
export const firstUnindexed = (head: number): number => firstOf(stretchOf(head + 1))

/** Called when a block has joined the canonical chain. */
export function indexParticipants(batch: Batch, number: number): void {
  if (!completesStretch(number)) return
  const stretch = stretchOf(number)
  if (batch.postpone?.('logIndex', new StretchPostings(stretch, hashesOf(batch, stretch))) === true) return
  for (const [key, offsets] of canonicalPostings(batch, stretch)) putPosting(batch, key, offsets)
}

/** Called before a block leaves the canonical chain. */
export function unindexParticipants(batch: Batch, number: number): void {
  if (!completesStretch(number)) return
  for (const [key] of canonicalPostings(batch, stretchOf(number))) batch.delete('logIndex', key)
}

const completesStretch = (number: number): boolean => firstUnindexed(number) === number + 1

const numbersOf = (stretch: number): number[] =>
  Array.from({ length: firstOf(1) }, (_, offset) => firstOf(stretch) + offset)

/** Undefined for blocks before the start of a chain that began at a snapshot. */
const hashesOf = (reader: Reader, stretch: number): (Hash | undefined)[] =>
  numbersOf(stretch).map((number) => canonicalHashOf(reader, number))

/**
 * The postings of a stretch that a store in memory makes when the index is next read. The blocks are named by their hashes,
 * because the canonical chain may have changed until then.
 */
class StretchPostings implements PostponedChange {
  readonly weight: number
  readonly #stretch: number
  readonly #hashes: readonly (Hash | undefined)[]

  constructor(stretch: number, hashes: readonly (Hash | undefined)[]) {
    this.#stretch = stretch
    this.#hashes = hashes
    this.weight = hashWeight * hashes.length
  }

  makeAll(changes: readonly PostponedChange[], tables: ChangedTables): void {
    for (const change of changes) if (change instanceof StretchPostings) change.#makeIn(tables)
    const others = changes.filter((change) => !(change instanceof StretchPostings))
    others[0]?.makeAll(others, tables)
  }

  #makeIn(tables: ChangedTables): void {
    const participants = this.#hashes.map((hash) => (hash ? participantsOfBlock(tables, hash) : []))
    for (const [key, offsets] of postingsOf(this.#stretch, participants)) putPosting(tables, key, offsets)
  }
}

type Postings = (readonly [key: Uint8Array, offsets: Uint8Array])[]

const canonicalPostings = (batch: Batch, stretch: number): Postings =>
  postingsOf(
    stretch,
    numbersOf(stretch).map((number) => participantsOf(batch, number)),
  )

/** In key order, in which the store writes fastest. */
function postingsOf(stretch: number, participants: readonly Iterable<string>[]): Postings {
  const blocks = new Map<string, number[]>()
  for (const [offset, ofBlock] of participants.entries()) {
    for (const participant of ofBlock) getOrCreate(blocks, participant, () => []).push(offset)
  }
  return [...blocks.keys()].sort().map((participant) => {
    const key = postingKey(participantTerm(keyBytes(participant)), stretch)
    return [key, Uint8Array.from(blocks.get(participant)!)] as const
  })
}
