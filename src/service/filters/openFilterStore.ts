import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { FilterStore } from './filterStore.ts'
import { MemoryFilters } from './memoryFilters.ts'
import { StoredFilters, type StoredFiltersParts } from './storedFilters.ts'

/** Filters survive a restart if the chain does. */
export function openFilterStore(
  { lastingStore: store }: Pick<RpcNode, 'lastingStore'>,
  parts: Pick<StoredFiltersParts, 'now' | 'report'>,
): FilterStore {
  return store === undefined ? new MemoryFilters(parts) : new StoredFilters({ store, ...parts })
}
