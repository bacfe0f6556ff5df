import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import type { Reader } from '../../store/store.ts'
import { NodeCache } from '../../trie/nodeCache.ts'
import type { NodeSource } from '../../trie/nodes/nodeSource.ts'
import { type BaseValues, Trie } from '../../trie/trie.ts'
import type { CacheShares } from './chainMemory.ts'
import { stateTables } from './stateTables.ts'
import { hasState, storedNodes } from './trieNodes.ts'

/** Memory for nodes of walks through whole states: enough for the nodes near the root. */
const walkedCacheBytes = 4 << 20

/**
 * The chain that a fork started from, or all of a light chain. The store gives its blocks. Of its states, single values
 * are fetched on demand.
 */
export interface ChainOrigin {
  /** The last block of the origin that belongs to this chain. */
  readonly number: number
  /** The first block of this chain: the one at which a fork started. */
  readonly firstNumber: number
  /** The values of the state after the last block, over which all local states lie. */
  readonly base: BaseValues
  /** The values of the state after a block of the origin with this state root; undefined for other roots. */
  baseOf(stateRoot: Hash): BaseValues | undefined
  /** Throws where the work of uncles is not known, so that a contract cannot read a wrong total difficulty. */
  requireTotalDifficulty?(): void
}

/** The stored states of all blocks, which share their nodes and code. */
export class States {
  readonly codes: CodeCache
  readonly #reader: Reader
  readonly #source: NodeSource
  readonly #nodeBytes: number
  #nodes: NodeCache
  #walked: NodeCache
  readonly #origin: ChainOrigin | undefined
  /** The state after the best block at a version of the store. */
  #latest: { readonly version: number; readonly trie: Trie } | undefined

  /** `origin` is where a fork started. */
  constructor(reader: Reader, shares: Pick<CacheShares, 'nodes' | 'codes'>, origin?: ChainOrigin) {
    this.#reader = reader
    this.#origin = origin
    this.codes = new CodeCache(shares.codes)
    this.#nodeBytes = shares.nodes
    this.#source = storedNodes(reader)
    this.#nodes = new NodeCache(this.#source, shares.nodes)
    this.#walked = new NodeCache(storedNodes(reader), walkedCacheBytes)
  }

  /** The state after the best block, which nearly every call reads; undefined if the store has changed since it was set. */
  get latest(): Trie | undefined {
    return this.#latest !== undefined && this.#latest.version === this.#reader.version
      ? this.#latest.trie
      : undefined
  }

  set latest(trie: Trie) {
    const { version } = this.#reader
    if (version !== undefined) this.#latest = { version, trie }
  }

  /** Nodes may have other places in the store from now on. */
  forgetPlaces(): void {
    this.#latest = undefined
    this.#nodes = new NodeCache(this.#source, this.#nodeBytes)
    this.#walked = new NodeCache(this.#source, walkedCacheBytes)
  }

  /** Whether the state after a block is saved, and not about to be removed. */
  isKept(blockNumber: number, root: Hash): boolean {
    return blockNumber >= stateTables(this.#reader).firstKept && this.has(root)
  }

  /** Whether the state with this root was saved. A save writes the root last, so all nodes below it are there too. */
  has(root: Hash): boolean {
    return this.#isStored(root) || this.#origin?.baseOf(root) !== undefined
  }

  trieAt(root: Hash): Trie {
    return this.#load(this.#nodes, root)
  }

  /** For a walk through a whole state, which would displace what other readers use from the cache. */
  wholeTrieAt(root: Hash): Trie {
    return this.#load(this.#walked, root)
  }

  /** A value of any state with more than 32 bytes, such as code, by its hash; undefined when it is not stored. */
  longValue(hash: Hash): Uint8Array | undefined {
    return this.#source.value(hash)
  }

  at(root: Hash): State {
    return new State(this.trieAt(root), this.codes)
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
