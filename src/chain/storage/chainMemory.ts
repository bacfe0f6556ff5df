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

/** The memory of a chain, in bytes. */
export interface ChainMemory {
  /** Decoded trie nodes, contracts and blocks in the main thread. */
  readonly cacheBytes: number
  readonly importThread: ThreadMemory
}

/** The memory of the thread that imports while the chain catches up. */
export interface ThreadMemory {
  /** Limit on the objects of the thread; when it is exceeded, the main thread imports instead. */
  readonly heapBytes: number
  readonly cacheBytes: number
  /** Changes that one transaction writes. */
  readonly groupBytes: number
}

/** Without other settings. */
export const defaultChainMemory: ChainMemory = {
  cacheBytes: defaultCacheBytes,
  importThread: { heapBytes: 1 << 30, cacheBytes: 64 << 20, groupBytes: 16 << 20 },
}
