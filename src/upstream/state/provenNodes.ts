import { keccak256 } from '../../crypto/keccak256.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { findNode } from '../../trie/lookup.ts'
import { NodeCache } from '../../trie/nodeCache.ts'
import { LongValue } from '../../trie/nodes/longValue.ts'
import { MissingNode, type NodeSource } from '../../trie/nodes/nodeSource.ts'
import { Trie } from '../../trie/trie.ts'

/** Memory of an entry besides its bytes. */
const entryBytes = 200
/** Parts of the capacity: messages of nodes, the same decoded, and long values, of which code is the longest. */
const shares = { messages: 0.4, decoded: 0.2, values: 0.4 } as const

/** What the known nodes say about a key. */
export type Lookup =
  /** Undefined for an absent key, which the nodes prove as well. */
  | { readonly value: Uint8Array | undefined }
  /** A node on the path, or the bytes of a long value. */
  | { readonly missing: 'node' | LongValue }

/**
 * Trie nodes and long values by hash, from the proofs of endpoints. A node is kept when a path from a believed state root leads to
 * it, so states share what they have in common, and a later state needs the nodes that have changed since. Bounded by bytes.
 */
export class ProvenNodes implements NodeSource {
  readonly #messages: BoundedMap<string, Uint8Array>
  readonly #values: BoundedMap<string, Uint8Array>
  readonly #nodes: NodeCache
  /** What the answer that is being checked offers; most of it belongs to paths that are looked up next. */
  #offered: ReadonlyMap<string, Uint8Array> = new Map()

  constructor(capacityBytes: number) {
    const sizeOf = ({ length }: Uint8Array): number => entryBytes + length
    this.#messages = new BoundedMap(capacityBytes * shares.messages, sizeOf)
    this.#values = new BoundedMap(capacityBytes * shares.values, sizeOf)
    this.#nodes = new NodeCache(this, capacityBytes * shares.decoded)
  }

  node(hash: Hash): Uint8Array | undefined {
    return this.#find(this.#messages, hash)
  }

  value(hash: Hash): Uint8Array | undefined {
    return this.#find(this.#values, hash)
  }

  /** The value of a key in the trie with this root, as far as it is known. */
  lookup(root: Hash, key: Uint8Array): Lookup {
    try {
      const value = findNode(this.trieOf(root).root, key, this.#nodes)?.value
      if (!(value instanceof LongValue)) return { value }
      const bytes = this.value(value.hash)
      return bytes?.length === value.length ? { value: bytes } : { missing: value }
    } catch (error) {
      if (error instanceof MissingNode) return { missing: 'node' }
      throw error
    }
  }

  /** Throws `MissingNode` if the root is not known. */
  trieOf(root: Hash): Trie {
    return Trie.load(this.#nodes, root)
  }

  /** Runs look-ups that may use further nodes and values, and keeps those that they reach. */
  offering<Result>(contents: Iterable<Uint8Array>, lookUp: () => Result): Result {
    this.#offered = new Map(Array.from(contents, (bytes) => [wordKey(keccak256(bytes)), bytes] as const))
    try {
      return lookUp()
    } finally {
      this.#offered = new Map()
    }
  }

  #find(kept: BoundedMap<string, Uint8Array>, hash: Hash): Uint8Array | undefined {
    const key = wordKey(hash)
    const known = kept.use(key)
    if (known !== undefined) return known
    const offered = this.#offered.get(key)
    if (offered !== undefined) kept.set(key, offered)
    return offered
  }
}
