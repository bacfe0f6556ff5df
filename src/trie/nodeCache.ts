import { keccak256 } from '../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../primitives/bytes.ts'
import { DamagedData, DecodeError } from '../primitives/errors.ts'
import { toHex } from '../primitives/hex.ts'
import { readAtPlace } from './clusters/readAtPlace.ts'
import { LongValue } from './nodes/longValue.ts'
import { type Child, type NodeValue, StoredNode, subtreeSize, TrieNode } from './nodes/node.ts'
import { decodeNode } from './nodes/nodeDecoding.ts'
import { nodeHash } from './nodes/nodeEncoding.ts'
import { MissingNode, type NodeSource } from './nodes/nodeSource.ts'

/** Memory of a decoded node besides its message, and of one reference that holds it, as measured on Node 20. */
const nodeBytes = 500
const lentBytes = 100

/**
 * Decoded nodes by hash, in front of a source, for all tries of a process. Bounded by bytes: nodes are in a young
 * generation; when it has used half of the capacity, it becomes the old one and the previous old one is dropped. A node that
 * is used again moves back to the young generation. Long values are not kept.
 *
 * A node that was found is also lent to the reference by which it was found, which saves the next lookup. When the
 * generations turn, all references lose their nodes, so the bound holds.
 *
 * This is not a BoundedMap: that one would have to drop a single node and with it the references that hold the node, so each
 * node would need a list of them. A hit through a reference would also have to move an entry, while here it costs one field
 * access.
 */
export class NodeCache {
  readonly #source: NodeSource
  readonly #generationBytes: number
  #young = new Map<number, TrieNode>()
  #old = new Map<number, TrieNode>()
  #lent: StoredNode[] = []
  #youngBytes = 0

  constructor(source: NodeSource, capacityBytes: number) {
    this.#source = source
    this.#generationBytes = capacityBytes / 2
  }

  /** The source itself when it is a cache, otherwise an uncached view of it. */
  static over(source: NodeSource | NodeCache): NodeCache {
    return source instanceof NodeCache ? source : new NodeCache(source, 0)
  }

  /** The child as a node in memory. */
  resolve(child: Child | undefined): TrieNode | undefined {
    return child instanceof StoredNode ? (child.loaded ?? this.#find(child)) : child
  }

  load(hash: Hash): TrieNode {
    return this.#find(new StoredNode(hash, 0, undefined, this.#source.place?.(hash)))
  }

  value(hash: Hash, length: number): Uint8Array {
    const value = this.#source.value(hash)
    if (value === undefined) throw new MissingNode('value', hash)
    if (value.length !== length || !equalBytes(keccak256(value), hash)) {
      throw new DamagedData(`the trie value ${toHex(hash)}`)
    }
    return value
  }

  /**
   * Keeps the nodes of a saved trie that are in memory, because they are likely to be read next, and lends each to the
   * reference in its parent. The trie itself is not changed.
   */
  keep(root: TrieNode): TrieNode {
    const left = this.#keepChild(root.left)
    const right = this.#keepChild(root.right)
    const value = savedValue(root.value)
    const isSame = left === root.left && right === root.right && value === root.value
    const node = isSame ? root : new TrieNode(root.path, value, left, right, root.childrenSize)
    node.hash = root.hash ?? nodeHash(root)
    node.saved = true
    node.place = root.place
    this.#keep(slotOf(node.hash, 0), node)
    return node
  }

  #keepChild(child: Child | undefined): Child | undefined {
    if (child === undefined || child instanceof StoredNode) return child
    if (child.isEmbeddable) return withSavedValue(child)
    const stored = new StoredNode(child.hash ?? nodeHash(child), 0, subtreeSize(child), child.place)
    this.#lend(stored, this.keep(child))
    return stored
  }

  #find(stored: StoredNode): TrieNode {
    const slot = slotOf(stored.bytes, stored.offset)
    let node = this.#young.get(slot)
    if (node === undefined || !isNamed(node, stored)) {
      const old = this.#old.get(slot)
      node = old !== undefined && isNamed(old, stored) ? old : this.#read(stored)
      this.#keep(slot, node)
    }
    this.#lend(stored, node)
    return node
  }

  #read(stored: StoredNode): TrieNode {
    const hash = stored.hash()
    if (stored.place !== undefined) return readAtPlace(this.#source, hash, stored.place).node
    const message = this.#source.node(hash)
    if (message === undefined) throw new MissingNode('node', hash)
    // Checked only here, where nodes come from the disk: the check takes half as long as the decoding.
    if (!equalBytes(keccak256(message), hash)) {
      throw new DamagedData(`the trie node ${toHex(hash)}`)
    }
    return decode(hash, message)
  }

  #keep(slot: number, node: TrieNode): void {
    if (this.#generationBytes === 0) return
    this.#charge(memoryOf(node))
    this.#young.set(slot, node)
  }

  #lend(stored: StoredNode, node: TrieNode): void {
    if (this.#generationBytes === 0) return
    this.#charge(lentBytes)
    this.#lent.push(stored)
    stored.loaded = node
  }

  #charge(bytes: number): void {
    if (this.#youngBytes >= this.#generationBytes) this.#turn()
    this.#youngBytes += bytes
  }

  #turn(): void {
    for (const stored of this.#lent) stored.loaded = undefined
    this.#lent = []
    this.#old = this.#young
    this.#young = new Map()
    this.#youngBytes = 0
  }
}

/** Memory of a node and of those below it that were read with it. */
function memoryOf(node: TrieNode): number {
  let bytes = nodeBytes + node.messageLength
  const { left, right } = node
  if (left instanceof TrieNode && !left.isEmbeddable) bytes += memoryOf(left)
  if (right instanceof TrieNode && !right.isEmbeddable) bytes += memoryOf(right)
  return bytes
}

/** The value without the bytes of a long one, which the store has. */
function savedValue(value: NodeValue | undefined): NodeValue | undefined {
  return value instanceof LongValue && value.bytes !== undefined
    ? LongValue.stored(value.hash, value.length)
    : value
}

function withSavedValue(node: TrieNode): TrieNode {
  const value = savedValue(node.value)
  if (value === node.value) return node
  const changed = node.withValue(value)
  changed.saved = true
  return changed
}

function decode(hash: Hash, message: Uint8Array): TrieNode {
  try {
    const node = decodeNode(message)
    node.hash = hash
    return node
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new DecodeError(`trie node ${toHex(hash)}`, error.problem)
  }
}

/** Hashes are evenly distributed, so four bytes make a good key; two nodes with one key displace each other. */
function slotOf(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!
}

/**
 * Equal nodes at two places have children at different places, and pruning may remove either, so a node matches only a
 * reference to its own place.
 */
function isNamed({ hash, place: found }: TrieNode, { bytes, offset, place }: StoredNode): boolean {
  if (hash === undefined || found !== place) return false
  for (let i = 0; i < 32; i++) if (hash[i] !== bytes[offset + i]) return false
  return true
}
