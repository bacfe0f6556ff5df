import type { Chain } from '../../chain/chain.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { asciiBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { TraceFilter } from './traceJob.ts'

/** Where a page of traces ended. */
export interface PagePlace {
  readonly number: number
  readonly hash: Hash
  /** Traces of this block that the pages so far have passed. */
  readonly passed: number
}

/** Filters whose pages a client may be reading. */
const maximumPlaces = 1_000

/**
 * Remembers where pages ended, so that the next one begins there and not with the first block of the filter: without a record
 * of calls, each block before it would be executed again to count its traces.
 */
export class PagePlaces {
  readonly #places = new BoundedMap<string, PagePlace>(maximumPlaces)

  /** The place where the page begins; undefined if it is not known, or has left the chain. */
  start(filter: TraceFilter, skipsRemasc: boolean, chain: Pick<Chain, 'select'>): PagePlace | undefined {
    if (filter.after === 0) return undefined
    const place = this.#places.use(keyOf(filter, filter.after, skipsRemasc))
    const block = place && chain.select(place.number)
    return block !== undefined && equalBytes(block.hash, place!.hash) ? place : undefined
  }

  /** Called with the place where a full page ended. */
  end(filter: TraceFilter, skipsRemasc: boolean, place: PagePlace): void {
    this.#places.set(keyOf(filter, filter.after + filter.count, skipsRemasc), place)
  }
}

/** The end of the range may move with the chain, and does not change which traces come first. */
function keyOf(
  { fromBlock, fromAddresses, toAddresses }: TraceFilter,
  after: number,
  skipsRemasc: boolean,
): string {
  const parts = [fromBlock, after, skipsRemasc, fromAddresses.map(toHex), toAddresses.map(toHex)]
  return wordKey(keccak256(asciiBytes(JSON.stringify(parts))))
}
