import { asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { BitPath } from './bits.ts'
import { LongValue } from './longValue.ts'
import { sharedPathLength } from './sharedPath.ts'
import { varintLength } from './varint.ts'

/*
 * The node model of the Unitrie (RSKIP107). The shape depends on the keys and values alone: every node has a value or
 * two children, and its path is the longest one that the keys below it share.
 */

const hashLength = 32
/** A node holds the hash and a length of three bytes in place of a long value. */
const longValueLength = hashLength + 3
/** Maximum bytes of a message that a parent embeds. */
const maximumEmbeddedLength = 44

export type Child = TrieNode | StoredNode
export type NodeValue = Uint8Array | LongValue

export function isSameValue(a: NodeValue | undefined, b: NodeValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  if (a.length !== b.length) return false
  if (a instanceof LongValue) return b instanceof LongValue && equalBytes(a.hash, b.hash)
  return !(b instanceof LongValue) && equalBytes(a, b)
}

/**
 * A child known only by its hash and, if it has one, its place. The hash is 32 bytes at `offset` of `bytes`, usually those
 * of the parent.
 */
export class StoredNode {
  readonly bytes: Uint8Array
  readonly offset: number
  /** Bytes of the whole subtree; undefined while only the sum with its stored sibling is known. */
  readonly size: number | undefined
  /** Undefined for a node that is stored under its hash. */
  readonly place: number | undefined
  /** The node itself while the cache holds it. */
  loaded: TrieNode | undefined = undefined

  constructor(bytes: Uint8Array, offset: number, size: number | undefined, place?: number) {
    this.bytes = bytes
    this.offset = offset
    this.size = size
    this.place = place
  }

  hash(): Hash {
    return asHash(this.bytes.slice(this.offset, this.offset + hashLength))
  }
}

/** A node in memory. Immutable except for `hash`, `saved` and `place`, which cache results. */
export class TrieNode {
  readonly path: BitPath
  readonly value: NodeValue | undefined
  readonly left: Child | undefined
  readonly right: Child | undefined
  /** Keccak-256 of the message; undefined until it is computed. Set from the start in a node that was loaded by its hash. */
  hash: Hash | undefined = undefined
  /** Whether a store holds this node, by itself or inside its parent. */
  saved = false
  /** Where a saved node is; undefined for one that is stored under its hash or inside its parent. */
  place: number | undefined = undefined
  #childrenSize: number | undefined
  /** 0 until it is known. */
  #messageLength = 0

  constructor(
    path: BitPath,
    value: NodeValue | undefined,
    left: Child | undefined,
    right: Child | undefined,
    childrenSize?: number,
  ) {
    this.path = path
    this.value = value
    this.left = left
    this.right = right
    this.#childrenSize = childrenSize
  }

  get isTerminal(): boolean {
    return this.left === undefined && this.right === undefined
  }

  /** Whether a parent holds this node's message itself instead of its hash. */
  get isEmbeddable(): boolean {
    return this.left === undefined && this.right === undefined && this.messageLength <= maximumEmbeddedLength
  }

  /** Bytes of all messages and long values below this node, embedded or not. */
  get childrenSize(): number {
    this.#childrenSize ??= subtreeSize(this.left) + subtreeSize(this.right)
    return this.#childrenSize
  }

  get messageLength(): number {
    if (this.#messageLength === 0) this.#messageLength = this.#measured()
    return this.#messageLength
  }

  #measured(): number {
    const { path, value, left, right } = this
    const children =
      left === undefined && right === undefined
        ? 0
        : fieldLength(left) + fieldLength(right) + varintLength(this.childrenSize)
    const valueLength = value === undefined ? 0 : value instanceof LongValue ? longValueLength : value.length
    return 1 + (path.length === 0 ? 0 : sharedPathLength(path.length)) + children + valueLength
  }

  child(side: 0 | 1): Child | undefined {
    return side === 0 ? this.left : this.right
  }

  withPath(path: BitPath): TrieNode {
    return new TrieNode(path, this.value, this.left, this.right, this.#childrenSize)
  }

  withValue(value: NodeValue | undefined): TrieNode {
    return new TrieNode(this.path, value, this.left, this.right, this.#childrenSize)
  }

  /** This node with another child on one side; `previous` is the node that the old child resolved to. */
  withChild(side: 0 | 1, child: TrieNode | undefined, previous: TrieNode | undefined): TrieNode {
    const sibling = this.#measuredSibling(side === 0 ? this.right : this.left, previous)
    return side === 0
      ? new TrieNode(this.path, this.value, child, sibling)
      : new TrieNode(this.path, this.value, sibling, child)
  }

  /** The size of a stored sibling follows from this node's, so the sibling is not loaded. */
  #measuredSibling(sibling: Child | undefined, previous: TrieNode | undefined): Child | undefined {
    if (!(sibling instanceof StoredNode) || sibling.size !== undefined) return sibling
    return new StoredNode(
      sibling.bytes,
      sibling.offset,
      this.childrenSize - subtreeSize(previous),
      sibling.place,
    )
  }
}

/** The contribution of a child to its parent's `childrenSize`. */
export function subtreeSize(child: Child | undefined): number {
  if (child === undefined) return 0
  // Only nodes made by `withChild` have an unknown size, and it measures their stored child.
  if (child instanceof StoredNode) return child.size!
  const longValue = child.value instanceof LongValue ? child.value.length : 0
  return child.messageLength + child.childrenSize + longValue
}

/** Bytes of a child's field in the message of its parent. */
function fieldLength(child: Child | undefined): number {
  if (child === undefined) return 0
  if (child instanceof StoredNode || !child.isEmbeddable) return hashLength
  return 1 + child.messageLength
}

/*
 * The place of a stored node is one number: that of its cluster and its offset in it. A cluster that holds more than one
 * node is shorter than the number of offsets.
 */

const offsets = 2048

export const placeAt = (cluster: number, offset: number): number => cluster * offsets + offset

export const clusterAt = (place: number): number => Math.floor(place / offsets)

export const offsetAt = (place: number): number => place % offsets
