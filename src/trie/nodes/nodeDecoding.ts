import { asHash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { BitPath, emptyPath, octetsFor } from './bits.ts'
import { LongValue, maximumInlineValueLength } from './longValue.ts'
import { type Child, type NodeValue, StoredNode, subtreeSize, TrieNode } from './node.ts'
import { flag } from './nodeEncoding.ts'
import { bitCountOf, needsVarint, varintFollows } from './sharedPath.ts'
import { announcedVarintLength, readVarint } from './varint.ts'

const nodeName = 'trie node'

/**
 * Reads the message of a node. Only the canonical encoding is accepted, so encoding the result gives the same bytes.
 * Paths and child hashes stay in `message`, which must not change afterwards.
 */
export function decodeNode(message: Uint8Array): TrieNode {
  return decodeNodeAt(message, 0, message.length)
}

/** Reads a message that is a part of `bytes`. */
export function decodeNodeAt(bytes: Uint8Array, start: number, end: number): TrieNode {
  return new NodeDecoder(bytes, start, end, nodeName).read()
}

class NodeDecoder {
  readonly #message: Uint8Array
  readonly #end: number
  readonly #where: string
  #at: number

  constructor(message: Uint8Array, start: number, end: number, where: string) {
    this.#message = message
    this.#at = start
    this.#end = end
    this.#where = where
  }

  read(): TrieNode {
    const flags = this.#message[this.#take(1)]!
    this.#checkFlags(flags)
    const path = flags & flag.path ? this.#path() : emptyPath
    const left = flags & flag.left ? this.#child('left', flags & flag.leftEmbedded) : undefined
    const right = flags & flag.right ? this.#child('right', flags & flag.rightEmbedded) : undefined
    const hasChild = left !== undefined || right !== undefined
    const childrenSize = hasChild ? this.#varint('size of the children') : 0
    const value = this.#value((flags & flag.longValue) !== 0)
    if (value === undefined && (left === undefined || right === undefined)) {
      throw this.#error('has neither a value nor two children')
    }
    this.#checkSize(left, right, childrenSize)
    const node = new TrieNode(
      path,
      value,
      measured(left, right, childrenSize),
      measured(right, left, childrenSize),
      childrenSize,
    )
    node.saved = true
    return node
  }

  #checkFlags(flags: number): void {
    if ((flags & flag.versionMask) !== flag.version) throw this.#error('is not of version 1')
    const strayLeft = (flags & flag.leftEmbedded) !== 0 && (flags & flag.left) === 0
    const strayRight = (flags & flag.rightEmbedded) !== 0 && (flags & flag.right) === 0
    if (strayLeft || strayRight) throw this.#error('embeds a child that it does not have')
  }

  #path(): BitPath {
    const bits = this.#bitCount()
    const start = this.#take(octetsFor(bits))
    const padding = -bits & 7
    if ((this.#message[this.#at - 1]! & ((1 << padding) - 1)) !== 0)
      throw this.#error('pads its path with ones')
    return new BitPath(this.#message, 8 * start, bits)
  }

  #bitCount(): number {
    const first = this.#message[this.#take(1)]!
    if (first !== varintFollows) return bitCountOf(first)
    const bits = this.#varint('path length')
    if (!needsVarint(bits)) throw this.#error('has a path length that is not in its shortest form')
    return bits
  }

  #child(side: string, embedded: number): Child {
    if (embedded === 0) return new StoredNode(this.#message, this.#take(32), undefined)
    const length = this.#message[this.#take(1)]!
    const start = this.#take(length)
    const child = new NodeDecoder(this.#message, start, start + length, `${nodeName}.${side}`).read()
    if (!child.isEmbeddable) throw this.#error(`embeds a ${side} child that is too large`)
    return child
  }

  #checkSize(left: Child | undefined, right: Child | undefined, total: number): void {
    const known = embeddedSize(left) + embeddedSize(right)
    const hasStored = left instanceof StoredNode || right instanceof StoredNode
    if (hasStored ? total <= known : total !== known) throw this.#error('has a wrong size of the children')
  }

  #value(long: boolean): NodeValue | undefined {
    const available = this.#end - this.#at
    if (long) return this.#longValue(available)
    if (available === 0) return undefined
    if (available > maximumInlineValueLength) throw this.#error(`has an inline value of ${available} bytes`)
    return this.#message.slice(this.#at, this.#end)
  }

  #longValue(available: number): LongValue {
    if (available !== 35) throw this.#error(`describes a long value in ${available} bytes instead of 35`)
    const hash = asHash(this.#message.slice(this.#at, this.#at + 32))
    const [high, middle, low] = this.#message.subarray(this.#at + 32, this.#end)
    const length = (high! << 16) | (middle! << 8) | low!
    if (length <= maximumInlineValueLength) throw this.#error(`describes a long value of ${length} bytes`)
    return LongValue.stored(hash, length)
  }

  #varint(name: string): number {
    const start = this.#take(1)
    const length = announcedVarintLength(this.#message[start]!)
    this.#take(length - 1)
    const value = readVarint(this.#message, start, length)
    if (value === undefined) throw this.#error(`has a ${name} that is not a proper varint`)
    return value
  }

  /** Skips `length` bytes and returns the offset of the first. */
  #take(length: number): number {
    const start = this.#at
    if (length > this.#end - start) throw this.#error('is cut off')
    this.#at = start + length
    return start
  }

  #error(problem: string): DecodeError {
    return new DecodeError(this.#where, problem)
  }
}

const embeddedSize = (child: Child | undefined): number =>
  child instanceof StoredNode ? 0 : subtreeSize(child)

/** Adds the size of a stored child whose sibling is not stored: the total less that of the sibling. */
export function measured(
  child: Child | undefined,
  sibling: Child | undefined,
  total: number,
): Child | undefined {
  if (!(child instanceof StoredNode) || sibling instanceof StoredNode) return child
  return new StoredNode(child.bytes, child.offset, total - subtreeSize(sibling), child.place)
}
