import type { RpcNode } from '../node/rpcNode.ts'
import type { FilterStore } from './filterStore.ts'
import { MemoryFilters } from './memoryFilters.ts'
import { StoredFilters, type StoredFiltersOptions } from './storedFilters.ts'

/** Filters last as long as the chain that they are about. */
export function openFilterStore(
  { lastingStore: store }: Pick<RpcNode, 'lastingStore'>,
  options: Pick<StoredFiltersOptions, 'now' | 'report'>,
): FilterStore {
  return store === undefined ? new MemoryFilters(options) : new StoredFilters({ store, ...options })
}
