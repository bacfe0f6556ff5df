import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Reader } from '../../store/store.ts'
import { candidateBlocks } from '../logs/candidates.ts'
import type { WatchSearch } from '../logs/searchStep.ts'
import { firstUnindexed, participantsOf, participantTerm } from './participants.ts'

export interface ParticipantQuery {
  readonly fromBlock: number
  readonly toBlock: number
  /** A block must have one account of each list; empty lists are ignored. */
  readonly participants: readonly (readonly Address[])[]
  /** Told before postings, and the participants of blocks that are not in the index yet, are read. */
  readonly onStep?: WatchSearch | undefined
}

/** Numbers of the canonical blocks up to the head that may have such calls, ascending and computed on demand. */
export function* participantBlocks(
  reader: Reader,
  query: ParticipantQuery,
  head: number,
): Generator<number, void, undefined> {
  const { fromBlock, onStep } = query
  const toBlock = Math.min(query.toBlock, head)
  const lists = query.participants.filter((list) => list.length > 0 && !list.some(isInEveryBlock))
  if (lists.length === 0) {
    for (let number = fromBlock; number <= toBlock; number++) yield number
    return
  }
  const unindexed = firstUnindexed(head)
  const conditions = lists.map((list) => list.map(participantTerm))
  if (fromBlock < unindexed) {
    const indexed = { conditions, fromBlock, toBlock: Math.min(toBlock, unindexed - 1), onStep }
    for (const numbers of candidateBlocks(reader, indexed)) yield* numbers
  }
  const wanted = lists.map((list) => new Set(list.map(addressKey)))
  for (let number = Math.max(fromBlock, unindexed); number <= toBlock; number++) {
    onStep?.({ next: number, postings: 1 })
    if (hasOneOfEach(reader, number, wanted)) yield number
  }
}

function hasOneOfEach(reader: Reader, number: number, wanted: readonly ReadonlySet<string>[]): boolean {
  const missing = new Set(wanted)
  for (const participant of participantsOf(reader, number)) {
    for (const list of missing) if (list.has(participant)) missing.delete(list)
  }
  return missing.size === 0
}

/** Every block has a REMASC transaction, whose sender is shown as the zero address. */
const isInEveryBlock = (address: Address): boolean =>
  equalBytes(address, remascAddress) || address.every((byte) => byte === 0)
