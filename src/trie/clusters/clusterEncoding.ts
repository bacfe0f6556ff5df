import { LongValue } from '../nodes/longValue.ts'
import type { Child, TrieNode } from '../nodes/node.ts'
import { flag, flagsOf, isEmbedded, writeHash, writeNode, writeValue } from '../nodes/nodeEncoding.ts'
import { sharedPathLength, writeSharedPath } from '../nodes/sharedPath.ts'
import { maximumShortNumberLength, writeShortNumber } from './shortNumber.ts'

/*
 * A cluster holds nodes that were saved together and are connected, children before their parents. The record of a node
 * is its message with three differences. A child in the same cluster is given by the distance back to its record instead
 * of its hash, which follows from the child. A child elsewhere is given by its hash and its place, 0 for a node that is
 * stored under its hash. A value that is not long has its length before it.
 *
 * Nodes of later states refer to any node of a cluster, and never to more than one node and what is below it. So the end
 * of a cluster, which holds the nodes nearest to the root, can be cut off when no state refers to it any more.
 */

/** These replace the version in the flags of a message. */
export const nearFlag = { left: 0b1000_0000, right: 0b0100_0000 } as const

/** How a record names a child: by distance in the same cluster, or by hash and place. */
export type ChildReference = { readonly distance: number } | { readonly place: number }

const maximumReferenceLength = 45
const maximumSize = maximumShortNumberLength
const maximumValueFieldLength = 36

/** Records are made here and copied, because V8 allocates up to 64 bytes far faster than more. */
const workspace = new Uint8Array(1024)

/** At least the bytes of the record of a node. */
export const maximumRecordLength = (node: TrieNode): number =>
  1 + sharedPathLength(node.path.length) + 2 * maximumReferenceLength + maximumSize + maximumValueFieldLength

/** The record of a node; a reference is undefined for an embedded child or none. */
export function encodeRecord(
  node: TrieNode,
  left: ChildReference | undefined,
  right: ChildReference | undefined,
): Uint8Array {
  const longest = maximumRecordLength(node)
  const target = longest <= workspace.length ? workspace : new Uint8Array(longest)
  target[0] =
    (flagsOf(node) & ~flag.versionMask) |
    (left !== undefined && 'distance' in left ? nearFlag.left : 0) |
    (right !== undefined && 'distance' in right ? nearFlag.right : 0)
  let at = writeSharedPath(target, 1, node.path)
  at = writeChild(target, at, node.left, left)
  at = writeChild(target, at, node.right, right)
  if (!node.isTerminal) at = writeShortNumber(target, at, node.childrenSize)
  if (!(node.value instanceof LongValue)) target[at++] = node.value?.length ?? 0
  return target.slice(0, writeValue(target, at, node))
}

function writeChild(
  target: Uint8Array,
  offset: number,
  child: Child | undefined,
  reference: ChildReference | undefined,
): number {
  if (child === undefined) return offset
  if (isEmbedded(child)) {
    const end = writeNode(target, offset + 1, child)
    target[offset] = end - offset - 1
    return end
  }
  // A child that is not embedded has a reference.
  if ('distance' in reference!) return writeShortNumber(target, offset, reference.distance)
  writeHash(target, offset, child)
  return writeShortNumber(target, offset + 32, reference!.place)
}
