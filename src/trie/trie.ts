import { emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { emptyBytes, equalBytes, type Hash } from '../primitives/bytes.ts'
import { type ClusterSink, OpenClusters } from './clusters/clusterSaving.ts'
import { type Extent, remove } from './deletion.ts'
import { deletionMark, isDeletionMark, markedKey, markKey, wholeMark } from './deletionMarks.ts'
import { entriesUnder } from './entries.ts'
import { insert } from './insertion.ts'
import { findNode, nodesOnPath } from './lookup.ts'
import { NodeCache } from './nodeCache.ts'
import { LongValue, maximumInlineValueLength, maximumValueLength } from './nodes/longValue.ts'
import type { NodeValue, TrieNode } from './nodes/node.ts'
import { nodeHash } from './nodes/nodeEncoding.ts'
import type { NodeSink, NodeSource } from './nodes/nodeSource.ts'
import { saveRoot } from './saving.ts'

const emptySource = new NodeCache({ node: () => undefined, value: () => undefined }, 0)

/** Values by key, from a trie whose nodes are not available. */
export interface BaseValues {
  get(key: Uint8Array): Uint8Array | undefined
  /** The trie of the values, with all nodes on the path to a key; undefined where the nodes cannot be known. */
  readonly trieWith?: (key: Uint8Array) => Trie
  /** The hash of the trie of the values after changes; undefined where it cannot be known. */
  readonly rootWith?: (changes: readonly TrieChange[]) => Hash
  /** Throws where it must not go unnoticed that a base cannot list its values. */
  readonly refuseListing?: (prefix: Uint8Array) => void
}

/** A deletion, of a key or of all keys that start with it, or a new value. */
export interface TrieChange {
  readonly key: Uint8Array
  readonly change: Uint8Array | 'delete' | 'delete-prefix'
}

/**
 * The unified binary trie of Rootstock (RSKIP107): an immutable map from keys to non-empty byte strings whose root hash
 * depends on its content alone. Changes return a new trie that shares all unchanged nodes. Saved nodes are loaded when they
 * are needed and held by the cache, never by the trie. Changed nodes stay in the memory of the trie, so a long-running
 * caller should `load` the new root after `save`.
 *
 * Keys, values and results are kept or shared, not copied: callers must not change them afterwards.
 */
export class Trie {
  /** The root node and the cache with the nodes below it, for the algorithms of this folder. */
  readonly root: TrieNode | undefined
  readonly nodes: NodeCache
  /** Holds the values of keys that this trie neither has nor deleted. The root hash covers the changes only. */
  readonly #base: BaseValues | undefined
  /** Place of the root of the saved trie from which this one was made; 0 when it was not made from one with a place. */
  #madeFrom: number

  private constructor(root: TrieNode | undefined, nodes: NodeCache, madeFrom: number, base?: BaseValues) {
    this.root = root
    this.nodes = nodes
    this.#madeFrom = madeFrom
    this.#base = base
  }

  static empty(source: NodeSource | NodeCache = emptySource): Trie {
    return new Trie(undefined, NodeCache.over(source), 0)
  }

  /** The saved trie with this root hash. */
  static load(source: NodeSource | NodeCache, rootHash: Hash): Trie {
    const nodes = NodeCache.over(source)
    const root = equalBytes(rootHash, emptyTrieRoot) ? undefined : nodes.load(rootHash)
    return new Trie(root, nodes, root?.place ?? 0)
  }

  /** The same changes over the values of a base. */
  over(base: BaseValues): Trie {
    return new Trie(this.root, this.nodes, this.#madeFrom, base)
  }

  get(key: Uint8Array): Uint8Array | undefined {
    const value = this.#valueAt(key)
    return value === undefined ? undefined : this.#bytesOf(value)
  }

  has(key: Uint8Array): boolean {
    return this.#valueAt(key) !== undefined
  }

  /** Keccak-256 of the value; a long one is not loaded. */
  valueHash(key: Uint8Array): Hash | undefined {
    const value = this.#valueAt(key)
    if (value === undefined) return undefined
    return value instanceof LongValue ? value.hash : keccak256(value)
  }

  /** Sets the value; an empty one deletes the key. */
  put(key: Uint8Array, value: Uint8Array): Trie {
    if (value.length === 0) return this.delete(key)
    if (value.length > maximumValueLength)
      throw new RangeError(`a trie value of ${value.length} bytes is too long`)
    const held = value.length > maximumInlineValueLength ? LongValue.fresh(value) : value
    return this.#withRoot(insert(this.root, key, 0, held, this.nodes))
  }

  delete(key: Uint8Array): Trie {
    const changed = this.#without(key, 'value')
    return this.#base === undefined || this.#isDeleted(key)
      ? changed
      : changed.put(markKey(key), deletionMark)
  }

  /**
   * Deletes all keys that start with `key`, but only if `key` itself has a value, as for the deletion of an account.
   */
  deletePrefix(key: Uint8Array): Trie {
    if (this.#base === undefined) return this.#without(key, 'subtree')
    if (!this.has(key)) return this
    // `#without` removes subtrees only at keys with a value, and the value of this key may be in the base.
    const mark = markKey(key)
    return this.put(key, wholeMark)
      .#without(key, 'subtree')
      .put(mark, wholeMark)
      .#without(mark, 'subtree')
      .put(mark, wholeMark)
  }

  hash(): Hash {
    return this.root === undefined ? emptyTrieRoot : nodeHash(this.root)
  }

  /** The hash with the values of the base, where that can be known, and that of the changes elsewhere. */
  wholeHash(): Hash {
    const rootWith = this.#base?.rootWith
    return rootWith === undefined ? this.hash() : rootWith(this.#changes())
  }

  /** Deletions come first: they are older than the values below them. */
  #changes(): TrieChange[] {
    const all = [...entriesUnder(this.root, emptyBytes, this.nodes, emptyBytes)]
    const deletions = all.filter(([key]) => isDeletionMark(key))
    return [
      ...deletions.map(([mark, value]): TrieChange => {
        const isWhole = !(value instanceof LongValue) && equalBytes(value, wholeMark)
        return { key: markedKey(mark), change: isWhole ? 'delete-prefix' : 'delete' }
      }),
      ...all
        .filter(([key]) => !isDeletionMark(key))
        .map(([key, value]): TrieChange => ({ key, change: this.#bytesOf(value) })),
    ]
  }

  /** Whether `entries` lists all keys: a base cannot list its own. */
  get listsAll(): boolean {
    return this.#base === undefined
  }

  /** This trie with all nodes on the path to a key: that of the base, if its nodes are known and nothing has changed. */
  withPath(key: Uint8Array): Trie {
    return this.root === undefined ? (this.#base?.trieWith?.(key) ?? this) : this
  }

  /** Keys that start with `prefix` and their values, in key order, beginning at the key `from`. */
  *entries(
    prefix: Uint8Array = emptyBytes,
    from: Uint8Array = prefix,
  ): Generator<readonly [key: Uint8Array, value: Uint8Array]> {
    this.#base?.refuseListing?.(prefix)
    for (const [key, value] of entriesUnder(this.root, prefix, this.nodes, from)) {
      if (this.#base === undefined || !isDeletionMark(key)) yield [key, this.#bytesOf(value)]
    }
  }

  /**
   * Writes the nodes and long values that no save has written yet, each once. From then on they count as saved, even in
   * tries that share them: if the write is rolled back, this trie and those derived from it are invalid.
   */
  save(sink: NodeSink): void {
    if (this.root !== undefined) saveRoot(this.root, sink)
  }

  /**
   * `save` in clusters. Returns the place of the root, and that of the root of the saved trie from which this one was
   * made: nodes in clusters up to that one are nodes of that trie. Undefined when there was nothing to write.
   */
  saveInClusters(sink: ClusterSink): { readonly place: number; readonly madeFrom: number } | undefined {
    if (this.root === undefined || this.root.saved) return undefined
    const clusters = new OpenClusters(sink)
    clusters.add(this.root)
    const place = clusters.close(0)
    const madeFrom = this.#madeFrom
    this.#madeFrom = place
    return { place, madeFrom }
  }

  /**
   * Puts the nodes of this saved trie into the cache over its source, and returns the trie as if loaded by its root: it does
   * not hold the nodes of earlier tries.
   */
  keep(): Trie {
    if (this.root === undefined) return this
    const root = this.nodes.keep(this.root)
    return new Trie(root, this.nodes, root.place ?? 0, this.#base)
  }

  #valueAt(key: Uint8Array): NodeValue | undefined {
    const value = findNode(this.root, key, this.nodes)?.value
    if (value !== undefined || this.#base === undefined || this.#isDeleted(key)) return value
    return this.#base.get(key)
  }

  /** Whether the value that the base may have for a key was deleted, alone or with all keys of a prefix. */
  #isDeleted(key: Uint8Array): boolean {
    if (this.root === undefined) return false
    const mark = markKey(key)
    const steps = nodesOnPath(this.root, mark, this.nodes)
    return steps.some(({ node, start }, index) => {
      const { value } = node
      if (value === undefined || value instanceof LongValue) return false
      const end = start + node.path.length
      const isOnPath = index < steps.length - 1 || node.path.sharedWith(mark, start) === node.path.length
      return isOnPath && (end === 8 * mark.length || equalBytes(value, wholeMark))
    })
  }

  #bytesOf(value: NodeValue): Uint8Array {
    if (!(value instanceof LongValue)) return value
    return value.bytes ?? this.nodes.value(value.hash, value.length)
  }

  #without(key: Uint8Array, extent: Extent): Trie {
    if (this.root === undefined) return this
    return this.#withRoot(remove(this.root, key, 0, extent, this.nodes))
  }

  #withRoot(root: TrieNode | undefined): Trie {
    return root === this.root ? this : new Trie(root, this.nodes, this.#madeFrom, this.#base)
  }
}
