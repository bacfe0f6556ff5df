import { keccak256 } from '../crypto/keccak256.ts'
import { concatBytes, emptyBytes } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import { octetsFor } from './nodes/bits.ts'
import { LongValue, maximumInlineValueLength, maximumValueLength } from './nodes/longValue.ts'
import type { Child, TrieNode } from './nodes/node.ts'
import { flag, flagsOf, isEmbedded } from './nodes/nodeEncoding.ts'
import { bitCountOf, sharedPathLength, varintFollows, writeSharedPath } from './nodes/sharedPath.ts'
import { announcedVarintLength, readVarint, varintLength, writeVarint } from './nodes/varint.ts'

/*
 * The form in which nodes exchange the nodes of a state: flags, path, embedded children, size of the children, value. In
 * contrast to the message of a node, the hashes of children are left out, because the receiver computes them from the
 * children, and long values are included. An embedded child has a length of three bytes and is in the same form.
 */

/** A node in the sync form: complete except for the hashes of its children. */
export interface SyncNode {
  readonly hasLeft: boolean
  readonly hasRight: boolean
  /** Bytes of everything below the node, embedded or not. */
  readonly childrenSize: number
  /** Bytes of the embedded children, which are part of the node. */
  readonly embeddedSize: number
  /** Bytes of the message and the long value of the node. */
  readonly size: number
  /** Long values of the node and of its embedded children. */
  readonly longValues: readonly Uint8Array[]
  /** The message with the hashes of the children that are not embedded; undefined where there is no such child. */
  message(left: Uint8Array | undefined, right: Uint8Array | undefined): Uint8Array
}

const hashLength = 32
const lengthBytes = 3
const name = 'state node'

/** `readValue` reads long values that are not in memory. */
export function encodeSyncForm(node: TrieNode, readValue: (value: LongValue) => Uint8Array): Uint8Array {
  const head = new Uint8Array(1 + sharedPathLength(node.path.length))
  head[0] = flagsOf(node)
  writeSharedPath(head, 1, node.path)
  const { value = emptyBytes } = node
  return concatBytes(
    head,
    embeddedField(node.left, readValue),
    embeddedField(node.right, readValue),
    node.isTerminal ? emptyBytes : varint(node.childrenSize),
    value instanceof LongValue ? readValue(value) : value,
  )
}

function embeddedField(child: Child | undefined, readValue: (value: LongValue) => Uint8Array): Uint8Array {
  if (!isEmbedded(child)) return emptyBytes
  const form = encodeSyncForm(child, readValue)
  return concatBytes(threeBytes(form.length), form)
}

/** Throws a `DecodeError`. The node keeps parts of `bytes`, which must not change afterwards. */
export function decodeSyncForm(bytes: Uint8Array): SyncNode {
  return new SyncFormReader(bytes, name).read(false)
}

class SyncFormReader {
  readonly #bytes: Uint8Array
  readonly #where: string
  #at = 0

  constructor(bytes: Uint8Array, where: string) {
    this.#bytes = bytes
    this.#where = where
  }

  read(isEmbedded: boolean): SyncNode {
    const flags = this.#take(1)[0]!
    this.#passPath(flags)
    const head = this.#bytes.subarray(0, this.#at)
    const left = flags & flag.leftEmbedded ? this.#embedded('left') : undefined
    const right = flags & flag.rightEmbedded ? this.#embedded('right') : undefined
    const hasChild = (flags & (flag.left | flag.right)) !== 0
    if (isEmbedded && hasChild) throw this.#error('is embedded and has children')
    const sizeField = hasChild ? this.#varint() : { value: 0, bytes: emptyBytes }
    const value = this.#bytes.subarray(this.#at)
    const isLong = (flags & flag.longValue) !== 0
    this.#checkValue(value, isLong)
    const hasLeft = (flags & flag.left) !== 0 && left === undefined
    const hasRight = (flags & flag.right) !== 0 && right === undefined
    const valueField = isLong ? concatBytes(keccak256(value), threeBytes(value.length)) : value
    const leftField = left === undefined ? emptyBytes : fieldOf(left)
    const rightField = right === undefined ? emptyBytes : fieldOf(right)
    const hashes = (hasLeft ? hashLength : 0) + (hasRight ? hashLength : 0)
    const fields =
      head.length + leftField.length + rightField.length + sizeField.bytes.length + valueField.length
    return {
      hasLeft,
      hasRight,
      childrenSize: sizeField.value,
      embeddedSize: (left?.size ?? 0) + (right?.size ?? 0),
      size: fields + hashes + (isLong ? value.length : 0),
      longValues: [...(isLong ? [value] : []), ...(left?.longValues ?? []), ...(right?.longValues ?? [])],
      message: (leftHash = leftField, rightHash = rightField) =>
        concatBytes(head, leftHash, rightHash, sizeField.bytes, valueField),
    }
  }

  #passPath(flags: number): void {
    if ((flags & flag.path) === 0) return
    const first = this.#take(1)[0]!
    const bits = first === varintFollows ? this.#varint().value : bitCountOf(first)
    this.#take(octetsFor(bits))
  }

  #embedded(side: string): SyncNode {
    const [high, middle, low] = this.#take(lengthBytes)
    const form = this.#take((high! << 16) | (middle! << 8) | low!)
    return new SyncFormReader(form, `${this.#where}.${side}`).read(true)
  }

  #checkValue(value: Uint8Array, isLong: boolean): void {
    const fits = isLong
      ? value.length > maximumInlineValueLength && value.length <= maximumValueLength
      : value.length <= maximumInlineValueLength
    if (!fits) throw this.#error(`has a ${isLong ? 'long' : 'short'} value of ${value.length} bytes`)
  }

  #varint(): { readonly value: number; readonly bytes: Uint8Array } {
    const start = this.#at
    const length = announcedVarintLength(this.#take(1)[0]!)
    this.#take(length - 1)
    const value = readVarint(this.#bytes, start, length)
    if (value === undefined) throw this.#error('has a number that is not a proper varint')
    return { value, bytes: this.#bytes.subarray(start, start + length) }
  }

  #take(length: number): Uint8Array {
    const start = this.#at
    if (length > this.#bytes.length - start) throw this.#error('is cut off')
    this.#at = start + length
    return this.#bytes.subarray(start, this.#at)
  }

  #error(problem: string): DecodeError {
    return new DecodeError(this.#where, problem)
  }
}

/** An embedded child in the message of its parent. */
function fieldOf(child: SyncNode): Uint8Array {
  const message = child.message(undefined, undefined)
  return concatBytes(Uint8Array.of(message.length), message)
}

function varint(value: number): Uint8Array {
  const bytes = new Uint8Array(varintLength(value))
  writeVarint(bytes, 0, value)
  return bytes
}

const threeBytes = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 16, (value >>> 8) & 0xff, value & 0xff)
