import { concatBytes } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { addressKey, keyBytes } from '../../primitives/mapKeys.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { firstOf, offsetOf, postingKey, putPosting, stretchOf } from '../logs/postings.ts'
import type { Term } from '../logs/terms.ts'
import { canonicalRecord, putBlockRecord, type Serial } from '../storage/blockRecords.ts'

/*
 * The participants of a block's calls, also of failed ones: senders, callees, created contracts, the beneficiaries
 * of destroyed ones and the signers of authorizations. They are stored for the blocks of all branches, so that a block that
 * joins or leaves the canonical chain need not be executed again for the index.
 */

const addressLength = 20

/** `participants` are map keys of addresses. */
export function putParticipants(batch: Batch, serial: Serial, participants: ReadonlySet<string>): void {
  if (participants.size === 0) return
  const addresses = new Uint8Array(participants.size * addressLength)
  let at = 0
  for (const participant of participants) {
    addresses.set(keyBytes(participant), at)
    at += addressLength
  }
  putBlockRecord(batch, 'participants', serial, addresses, true)
}

/** Map keys of the participants of a canonical block, each once. */
export function participantsOf(reader: Reader, number: number): Iterable<string> {
  const addresses = canonicalRecord(reader, 'participants', number)
  return addresses === undefined ? [] : participantsIn(addresses)
}

function* participantsIn(addresses: Uint8Array): Generator<string, void, undefined> {
  for (let at = 0; at < addresses.length; at += addressLength) {
    yield addressKey(addresses.subarray(at, at + addressLength))
  }
}

/*
 * The index of participants has the form of the log index, but the block that completes a stretch writes all of it: an
 * account that takes part in many blocks of the stretch is written once. Queries read the participants of blocks in the
 * incomplete stretch one by one.
 */

/** Differs from the kinds of terms of logs. */
const participantKind = 6

export const participantTerm = (address: Uint8Array): Term =>
  concatBytes(Uint8Array.of(participantKind), address)

/** The first block after the indexed stretches of a chain with this head. */
export const firstUnindexed = (head: number): number => firstOf(stretchOf(head + 1))

/** Called when a block has joined the canonical chain. */
export function indexParticipants(batch: Batch, number: number): void {
  if (!completesStretch(number)) return
  for (const [key, offsets] of postingsOf(batch, stretchOf(number))) putPosting(batch, key, offsets)
}

/** Called before a block leaves the canonical chain. */
export function unindexParticipants(batch: Batch, number: number): void {
  if (!completesStretch(number)) return
  for (const [key] of postingsOf(batch, stretchOf(number))) batch.delete('logIndex', key)
}

const completesStretch = (number: number): boolean => offsetOf(number + 1) === 0

/** In key order, in which the store writes fastest. */
function postingsOf(batch: Batch, stretch: number): (readonly [key: Uint8Array, offsets: Uint8Array])[] {
  const blocks = new Map<string, number[]>()
  const first = firstOf(stretch)
  for (let number = first; number < firstOf(stretch + 1); number++) {
    for (const participant of participantsOf(batch, number)) {
      getOrCreate(blocks, participant, () => []).push(number - first)
    }
  }
  return [...blocks.keys()].sort().map((participant) => {
    const key = postingKey(participantTerm(keyBytes(participant)), stretch)
    return [key, Uint8Array.from(blocks.get(participant)!)] as const
  })
}
