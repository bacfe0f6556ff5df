import { keccak256 } from '../../crypto/keccak256.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { LongValue } from './longValue.ts'
import { type Child, StoredNode, type TrieNode } from './node.ts'
import { writeSharedPath } from './sharedPath.ts'
import { writeVarint } from './varint.ts'

/*
 * The message of a node (RSKIP107): flags, path, left, right, size of the children, value. Most messages are only
 * hashed, so they are built in one shared buffer; the hashes of the children are computed before it is used.
 */

export const flag = {
  version: 0b0100_0000,
  versionMask: 0b1100_0000,
  longValue: 0b0010_0000,
  path: 0b0001_0000,
  left: 0b0000_1000,
  right: 0b0000_0100,
  leftEmbedded: 0b0000_0010,
  rightEmbedded: 0b0000_0001,
} as const

/** Large enough for every node with keys of the state; a node with a longer path gets a buffer of its own. */
const workspace = new Uint8Array(1024)

export function encodeNode(node: TrieNode): Uint8Array {
  hashChildren(node)
  const message = new Uint8Array(node.messageLength)
  writeNode(message, 0, node)
  return message
}

export function nodeHash(node: TrieNode): Hash {
  if (node.hash !== undefined) return node.hash
  hashChildren(node)
  const length = node.messageLength
  const target = length <= workspace.length ? workspace : new Uint8Array(length)
  writeNode(target, 0, node)
  node.hash = keccak256(target.subarray(0, length))
  return node.hash
}

function hashChildren(node: TrieNode): void {
  hashChild(node.left)
  hashChild(node.right)
}

function hashChild(child: Child | undefined): void {
  if (child === undefined || child instanceof StoredNode || child.hash !== undefined) return
  if (!child.isEmbeddable) nodeHash(child)
}

export function writeNode(target: Uint8Array, offset: number, node: TrieNode): number {
  const { path, value, left, right } = node
  target[offset] = flagsOf(node)
  let at = offset + 1
  if (path.length > 0) at = writeSharedPath(target, at, path)
  if (left !== undefined) at = writeChild(target, at, left)
  if (right !== undefined) at = writeChild(target, at, right)
  if (left !== undefined || right !== undefined) at = writeVarint(target, at, node.childrenSize)
  return value === undefined ? at : writeValue(target, at, node)
}

export function flagsOf(node: TrieNode): number {
  const { path, value, left, right } = node
  let flags: number = flag.version
  if (value instanceof LongValue) flags |= flag.longValue
  if (path.length > 0) flags |= flag.path
  if (left !== undefined) flags |= isEmbedded(left) ? flag.left | flag.leftEmbedded : flag.left
  if (right !== undefined) flags |= isEmbedded(right) ? flag.right | flag.rightEmbedded : flag.right
  return flags
}

export const isEmbedded = (child: Child | undefined): child is TrieNode =>
  child !== undefined && !(child instanceof StoredNode) && child.isEmbeddable

function writeChild(target: Uint8Array, offset: number, child: Child): number {
  if (isEmbedded(child)) {
    const end = writeNode(target, offset + 1, child)
    target[offset] = end - offset - 1
    return end
  }
  writeHash(target, offset, child)
  return offset + 32
}

export const childHash = (child: Child): Hash =>
  child instanceof StoredNode ? child.hash() : nodeHash(child)

/** Writes the hash of a child whose hash is known or was computed before. */
export function writeHash(target: Uint8Array, offset: number, child: Child): void {
  if (!(child instanceof StoredNode)) {
    target.set(child.hash ?? nodeHash(child), offset)
    return
  }
  const { bytes, offset: from } = child
  if (bytes.length === 32) target.set(bytes, offset)
  else for (let i = 0; i < 32; i++) target[offset + i] = bytes[from + i]!
}

export function writeValue(target: Uint8Array, offset: number, { value }: TrieNode): number {
  if (value === undefined) return offset
  if (!(value instanceof LongValue)) {
    target.set(value, offset)
    return offset + value.length
  }
  target.set(value.hash, offset)
  target[offset + 32] = value.length >>> 16
  target[offset + 33] = (value.length >>> 8) & 0xff
  target[offset + 34] = value.length & 0xff
  return offset + 35
}
