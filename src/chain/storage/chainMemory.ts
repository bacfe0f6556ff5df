import { defaultCacheBytes } from './cacheShares.ts'

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
