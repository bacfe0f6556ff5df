/** Memory of the caches of a chain, in bytes. */
export interface CacheShares {
  /** Decoded trie nodes, which every call and block reads. */
  readonly nodes: number
  readonly codes: number
  readonly bodies: number
  readonly receipts: number
  readonly headers: number
  /** JSON texts of blocks. */
  readonly texts: number
}

/** The caches of a chain without other settings. */
export const defaultCacheBytes = 128 << 20

/** Divides the memory for the caches of a chain: nearly half of it for the state, the rest for blocks and contracts. */
export const cacheShares = (bytes: number): CacheShares => ({
  nodes: (bytes * 7) / 16,
  codes: bytes / 16,
  bodies: bytes / 8,
  receipts: bytes / 4,
  headers: bytes / 16,
  texts: bytes / 16,
})
