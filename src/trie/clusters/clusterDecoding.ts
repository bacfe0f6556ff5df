import { asHash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { readShortNumber } from '../../primitives/shortNumber.ts'
import { BitPath, emptyPath, octetsFor } from '../nodes/bits.ts'
import { LongValue, maximumInlineValueLength } from '../nodes/longValue.ts'
import { type Child, type NodeValue, placeAt, StoredNode, TrieNode } from '../nodes/node.ts'
import { decodeNodeAt, measured } from '../nodes/nodeDecoding.ts'
import { flag } from '../nodes/nodeEncoding.ts'
import { bitCountOf, varintFollows } from '../nodes/sharedPath.ts'
import { announcedVarintLength, readVarint } from '../nodes/varint.ts'
import { nearFlag } from './clusterEncoding.ts'

const name = 'trie cluster'
const minimumRecordLength = 3

/** Reads nodes of a cluster, which must not change afterwards: paths and hashes stay in it. */
export class ClusterReader {
  readonly #bytes: Uint8Array
  readonly #cluster: number
  /** Nodes that may still be read. A valid cluster never reaches the limit; a damaged one may refer to a node many times. */
  #left: number
  /** Offset after the node that was read last. */
  end = 0

  constructor(bytes: Uint8Array, cluster: number) {
    this.#bytes = bytes
    this.#cluster = cluster
    this.#left = Math.ceil(bytes.length / minimumRecordLength)
  }

  /** The node at an offset with all nodes below it that are in the cluster. Their hashes are not known yet. */
  read(offset: number): TrieNode {
    if (this.#left-- === 0) throw this.#error('has references that overlap')
    const flags = this.#bytes[this.#take(offset, 1)]!
    let at = offset + 1
    let path = emptyPath
    if (flags & flag.path) {
      const field = this.#path(at)
      path = field.path
      at = field.end
    }
    const children: (Child | undefined)[] = []
    for (const [has, embedded, near] of [
      [flag.left, flag.leftEmbedded, nearFlag.left],
      [flag.right, flag.rightEmbedded, nearFlag.right],
    ] as const) {
      if ((flags & has) === 0) {
        children.push(undefined)
        continue
      }
      const kind = flags & embedded ? 'embedded' : flags & near ? 'near' : 'far'
      const field = this.#child(kind, offset, at)
      children.push(field.child)
      at = field.end
    }
    const [left, right] = children
    let childrenSize = 0
    if (left !== undefined || right !== undefined) {
      const size = this.#number(at)
      childrenSize = size.value
      at = size.end
    }
    const value = this.#value(at, (flags & flag.longValue) !== 0)
    const node = new TrieNode(
      path,
      value.value,
      measured(left, right, childrenSize),
      measured(right, left, childrenSize),
      childrenSize,
    )
    node.saved = true
    node.place = placeAt(this.#cluster, offset)
    this.end = value.end
    return node
  }

  #path(at: number): { readonly path: BitPath; readonly end: number } {
    const first = this.#bytes[this.#take(at, 1)]!
    let start = at + 1
    let bits = bitCountOf(first)
    if (first === varintFollows) {
      const length = announcedVarintLength(this.#bytes[this.#take(start, 1)]!)
      bits = readVarint(this.#bytes, this.#take(start, length), length) ?? 0
      start += length
    }
    const end = start + octetsFor(bits)
    this.#take(start, end - start)
    return { path: new BitPath(this.#bytes, 8 * start, bits), end }
  }

  #child(
    kind: 'embedded' | 'near' | 'far',
    offset: number,
    at: number,
  ): { readonly child: Child; readonly end: number } {
    if (kind === 'embedded') {
      const end = at + 1 + this.#bytes[this.#take(at, 1)]!
      this.#take(at, end - at)
      return { child: decodeNodeAt(this.#bytes, at + 1, end), end }
    }
    if (kind === 'near') {
      const { value: distance, end } = this.#number(at)
      if (distance === 0 || distance > offset) throw this.#error('refers to a node outside itself')
      return { child: this.read(offset - distance), end }
    }
    const { value: place, end } = this.#number(this.#take(at, 32) + 32)
    return { child: new StoredNode(this.#bytes, at, undefined, place === 0 ? undefined : place), end }
  }

  #value(at: number, isLong: boolean): { readonly value: NodeValue | undefined; readonly end: number } {
    if (isLong) {
      this.#take(at, 35)
      const [high, middle, low] = this.#bytes.subarray(at + 32, at + 35)
      const length = (high! << 16) | (middle! << 8) | low!
      return { value: LongValue.stored(asHash(this.#bytes.slice(at, at + 32)), length), end: at + 35 }
    }
    const length = this.#bytes[this.#take(at, 1)]!
    if (length > maximumInlineValueLength) throw this.#error(`has an inline value of ${length} bytes`)
    const start = this.#take(at + 1, length)
    const end = start + length
    return { value: length === 0 ? undefined : this.#bytes.slice(start, end), end }
  }

  #number(at: number): { readonly value: number; readonly end: number } {
    const number = readShortNumber(this.#bytes, at)
    if (number === undefined) throw this.#error('has a number that is cut off')
    return number
  }

  /** Returns the offset after checking that `length` bytes follow it. */
  #take(offset: number, length: number): number {
    if (offset + length > this.#bytes.length) throw this.#error('is cut off')
    return offset
  }

  #error(problem: string): DecodeError {
    return new DecodeError(`${name} ${this.#cluster}`, problem)
  }
}
