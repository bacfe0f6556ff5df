import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { NodeCache } from '../../trie/nodeCache.ts'
import { Trie } from '../../trie/trie.ts'
import type { CacheShares } from './cacheShares.ts'
import type { ChainOrigin } from './chainOrigin.ts'
import { saveState } from './nodeClusters.ts'
import { stateTables } from './stateTables.ts'
import { hasState, storedNodes } from './trieNodes.ts'

/** Memory for nodes of walks through whole states: enough for the nodes near the root. */
const walkedCacheBytes = 4 << 20

/** Tries that are kept: each holds its root node only. */
const mostRecent = 64

/** The stored states of all blocks, which share their nodes and code. */
export class States {
  readonly codes: CodeCache
  readonly #reader: Reader
  readonly #nodes: NodeCache
  readonly #walked: NodeCache
  readonly #origin: ChainOrigin | undefined
  /** Tries by their roots, for a store with versions: a local chain returns to the states of its snapshots. */
  readonly #recent = new BoundedMap<string, Trie>(mostRecent)
  /** The root that was loaded or saved last, at a version of the store. */
  #latest: { readonly version: number; readonly root: Hash } | undefined

  /** `origin` is where a fork started. */
  constructor(reader: Reader, shares: Pick<CacheShares, 'nodes' | 'codes'>, origin?: ChainOrigin) {
    this.#reader = reader
    this.#origin = origin
    this.codes = new CodeCache(shares.codes)
    this.#nodes = new NodeCache(storedNodes(reader), shares.nodes)
    this.#walked = new NodeCache(storedNodes(reader), walkedCacheBytes)
  }

  /** Whether the state after a block is saved, and not about to be removed. */
  isKept(blockNumber: number, root: Hash): boolean {
    return blockNumber >= stateTables(this.#reader).firstKept && this.has(root)
  }

  /** Whether the state with this root was saved. A save writes the root last, so all nodes below it are there too. */
  has(root: Hash): boolean {
    return this.#isLatest(root) || this.#isStored(root) || this.#origin?.baseOf(root) !== undefined
  }

  trieAt(root: Hash): Trie {
    const { version } = this.#reader
    if (version === undefined) return this.#load(this.#nodes, root)
    const recent = this.recentAt(root)
    if (recent !== undefined) return recent
    const trie = this.#load(this.#nodes, root)
    this.#keep(root, trie, version)
    return trie
  }

  /** Keeps a state that was saved just now in memory: it is likely to be read next. */
  keep(state: Trie): void {
    const trie = state.keep()
    const { version } = this.#reader
    if (version !== undefined) this.#keep(trie.hash(), trie, version)
  }

  /** For a walk through a whole state, which would displace what other readers use from the cache. */
  wholeTrieAt(root: Hash): Trie {
    return this.#load(this.#walked, root)
  }

  at(root: Hash): State {
    return new State(this.trieAt(root), this.codes)
  }

  save(batch: Batch, state: Trie): void {
    saveState(batch, state)
  }

  /** The trie with this root, if it was loaded or saved recently. Its state may have been removed since. */
  recentAt(root: Hash): Trie | undefined {
    return this.#recent.use(wordKey(root))
  }

  #keep(root: Hash, trie: Trie, version: number): void {
    this.#latest = { version, root }
    this.#recent.set(wordKey(root), trie)
  }

  #isLatest(root: Hash): boolean {
    const latest = this.#latest
    return latest !== undefined && latest.version === this.#reader.version && equalBytes(latest.root, root)
  }

  #isStored(root: Hash): boolean {
    return equalBytes(root, emptyTrieRoot) || hasState(this.#reader, root)
  }

  /** A state of a fork is its changes over the origin's state after the fork block, or a state of the origin itself. */
  #load(nodes: NodeCache, root: Hash): Trie {
    const origin = this.#origin
    if (origin === undefined) return Trie.load(nodes, root)
    const past = this.#isStored(root) ? undefined : origin.baseOf(root)
    return past === undefined ? Trie.load(nodes, root).over(origin.base) : Trie.empty(nodes).over(past)
  }
}
