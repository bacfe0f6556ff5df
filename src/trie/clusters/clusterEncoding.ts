import { maximumShortNumberLength, writeShortNumber } from '../../primitives/shortNumber.ts'
import { LongValue } from '../nodes/longValue.ts'
import type { Child, TrieNode } from '../nodes/node.ts'
import { flag, flagsOf, isEmbedded, writeHash, writeNode, writeValue } from '../nodes/nodeEncoding.ts'
import { sharedPathLength, writeSharedPath } from '../nodes/sharedPath.ts'

/*
 * A cluster holds nodes that were saved together and are connected, children before their parents. The record of a node is
 * its message with three differences. A child in the same cluster is given by the distance back to its record instead of its
 * hash, which follows from the child. A child elsewhere is given by its hash and its place, 0 for a node that is stored
 * under its hash. A value that is not long has its length before it.
 *
 * A node of a later state may refer to any node of a cluster, together with the nodes below it. So the end of a cluster,
 * which holds the nodes nearest to the root, can be cut off when no state refers to it any more.
 */

/** These replace the version in the flags of a message. */
export const nearFlag = { left: 0b1000_0000, right: 0b0100_0000 } as const

const maximumReferenceLength = 45
const maximumSize = maximumShortNumberLength
const maximumValueFieldLength = 36

/** Upper bound of the bytes of a node's record. */
export const maximumRecordLength = (node: TrieNode): number =>
  1 + sharedPathLength(node.path.length) + 2 * maximumReferenceLength + maximumSize + maximumValueFieldLength

/**
 * Writes the record of a node and returns the offset after it. The distances lead back to the records of children in the
 * same cluster; zero for a child elsewhere, an embedded child or no child.
 */
export function writeRecord(
  target: Uint8Array,
  offset: number,
  node: TrieNode,
  leftDistance: number,
  rightDistance: number,
): number {
  target[offset] =
    (flagsOf(node) & ~flag.versionMask) |
    (leftDistance > 0 ? nearFlag.left : 0) |
    (rightDistance > 0 ? nearFlag.right : 0)
  let at = writeSharedPath(target, offset + 1, node.path)
  if (node.left !== undefined) at = writeChild(target, at, node.left, leftDistance)
  if (node.right !== undefined) at = writeChild(target, at, node.right, rightDistance)
  if (!node.isTerminal) at = writeShortNumber(target, at, node.childrenSize)
  if (!(node.value instanceof LongValue)) target[at++] = node.value?.length ?? 0
  return writeValue(target, at, node)
}

function writeChild(target: Uint8Array, offset: number, child: Child, distance: number): number {
  if (distance > 0) return writeShortNumber(target, offset, distance)
  if (isEmbedded(child)) {
    const end = writeNode(target, offset + 1, child)
    target[offset] = end - offset - 1
    return end
  }
  writeHash(target, offset, child)
  return writeShortNumber(target, offset + 32, child.place ?? 0)
}
