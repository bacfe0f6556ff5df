import { BoundedMap } from '../primitives/bounds/boundedMap.ts'
import type { Network } from '../protocol/networks/network.ts'
import { fetchBlock } from './blocks/blockTasks.ts'
import type { ForkCache } from './cache/forkCache.ts'
import { givesProofs } from './endpointAbilities.ts'
import type { Fetcher } from './fetching/fetchThread.ts'
import { MissingValues } from './fetching/missingValues.ts'
import { withoutWaiting } from './fetching/valueSource.ts'
import { Fork } from './fork.ts'
import { plainReading } from './state/plainReading.ts'
import { provenReading } from './state/provenReading.ts'

/** Maximum bytes in the cache of one view. */
const cacheBytes = 32 << 20

export interface ViewParts {
  /** Of the best block. */
  readonly number: number
  readonly network: Network
  readonly asking: Fetcher
  /** Whether the upstream gives proofs; undefined to ask it. */
  readonly proves: boolean | undefined
}

/**
 * The chain of an upstream up to its best block. Everything is fetched on demand and checked: blocks, transactions and
 * receipts against the hash of their header, the header against its proof of work, and the state against the state root
 * if the upstream gives proofs.
 */
export async function openUpstreamView({ number, network, asking, proves }: ViewParts): Promise<Fork> {
  const missing = new MissingValues(withoutWaiting(asking))
  const cache = boundedCache(cacheBytes)
  const block = await fetchBlock(number, network, missing)
  const isVerified = proves ?? (await givesProofs(block, network, cache, missing))
  return new Fork({
    network,
    originChainId: network.chainId,
    block,
    endpoint: { shown: asking.shown, close() {} },
    missing,
    cache,
    reading: isVerified ? provenReading : plainReading(true),
    isVerified,
    checksWork: true,
  })
}

const entryBytes = 200

/** A cache in memory that drops the least recently used entries. */
function boundedCache(capacityBytes: number): ForkCache {
  const values = new BoundedMap<string, Uint8Array>(capacityBytes, ({ length }) => entryBytes + length)
  return {
    get: (key) => values.use(textOf(key)),
    put(entries) {
      for (const [key, value] of entries) values.set(textOf(key), value)
    },
    close() {},
  }
}

const textOf = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')
