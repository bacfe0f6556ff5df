import { concatBytes } from '../../primitives/bytes.ts'
import { keyBytes } from '../../primitives/mapKeys.ts'
import type { Batch } from '../../store/store.ts'
import { firstOf, postingKey, stretchOf } from '../logs/postings.ts'
import type { Term } from '../logs/terms.ts'
import { participantsOf } from './participants.ts'

/*
 * The index of participants has the form of that of logs, but is written a whole stretch of blocks at a time, by
 * the block that completes it: an account that takes part in many blocks of the stretch is written once. Blocks
 * of the stretch that is not complete are looked at one by one.
 */

/** Beside the kinds of terms that logs have. */
const participantKind = 6

export const participantTerm = (address: Uint8Array): Term =>
  concatBytes(Uint8Array.of(participantKind), address)

/** The first block that is not in the index of a chain with this head. */
export const firstUnindexed = (head: number): number => firstOf(stretchOf(head + 1))

/** To be called when a block has joined the canonical chain. */
export function indexParticipants(batch: Batch, number: number): void {
  if (!completesStretch(number)) return
  for (const [key, offsets] of postingsOf(batch, stretchOf(number))) batch.put('logIndex', key, offsets)
}

/** To be called before a block leaves the canonical chain. */
export function unindexParticipants(batch: Batch, number: number): void {
  if (!completesStretch(number)) return
  for (const [key] of postingsOf(batch, stretchOf(number))) batch.delete('logIndex', key)
}

const completesStretch = (number: number): boolean => firstUnindexed(number) === number + 1

/** In the order of their keys, which suits the store. */
function postingsOf(batch: Batch, stretch: number): (readonly [key: Uint8Array, offsets: Uint8Array])[] {
  const blocks = new Map<string, number[]>()
  const first = firstOf(stretch)
  for (let number = first; stretchOf(number) === stretch; number++) {
    for (const participant of participantsOf(batch, number)) {
      const offsets = blocks.get(participant)
      if (offsets === undefined) blocks.set(participant, [number - first])
      else offsets.push(number - first)
    }
  }
  return [...blocks.keys()].sort().map((participant) => {
    const key = postingKey(participantTerm(keyBytes(participant)), stretch)
    return [key, Uint8Array.from(blocks.get(participant)!)] as const
  })
}
