/** Memory of the caches of a chain, in bytes. */
export interface CacheShares {
  /** Decoded trie nodes, which every call and block reads. */
  readonly nodes: number
  readonly codes: number
  readonly bodies: number
  readonly receipts: number
}

/** The caches of a chain without other settings. */
export const defaultCacheBytes = 128 << 20

/** Divides the memory for the caches of a chain: half of it for the state, the rest for blocks and contracts. */
export const cacheShares = (bytes: number): CacheShares => ({
  nodes: bytes / 2,
  codes: bytes / 8,
  bodies: bytes / 8,
  receipts: bytes / 4,
})
