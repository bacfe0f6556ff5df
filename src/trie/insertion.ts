import type { NodeCache } from './nodeCache.ts'
import { BitPath, bitAt, emptyPath } from './nodes/bits.ts'
import { isSameValue, type NodeValue, TrieNode } from './nodes/node.ts'

/** The subtree `node`, whose path starts at bit `position` of `key`, with `value` at `key`. */
export function insert(
  node: TrieNode | undefined,
  key: Uint8Array,
  position: number,
  value: NodeValue,
  nodes: NodeCache,
): TrieNode {
  if (node === undefined) return leaf(key, position, value)
  const shared = node.path.length === 0 ? 0 : node.path.sharedWith(key, position)
  if (shared < node.path.length) return split(node, shared, key, position + shared, value)
  const end = position + shared
  if (end === 8 * key.length) return isSameValue(node.value, value) ? node : node.withValue(value)
  const side = bitAt(key, end)
  const child = nodes.resolve(node.child(side))
  const changed = insert(child, key, end + 1, value, nodes)
  return changed === child ? node : node.withChild(side, changed, child)
}

function leaf(key: Uint8Array, position: number, value: NodeValue): TrieNode {
  const length = 8 * key.length - position
  const path = length === 0 ? emptyPath : new BitPath(key, position, length)
  return new TrieNode(path, value, undefined, undefined)
}

/** Splits a node whose path differs from the key after `shared` bits, at bit `position` of the key. */
function split(
  node: TrieNode,
  shared: number,
  key: Uint8Array,
  position: number,
  value: NodeValue,
): TrieNode {
  const path = node.path.slice(0, shared)
  const lower = node.withPath(node.path.slice(shared + 1))
  const added = position === 8 * key.length ? undefined : leaf(key, position + 1, value)
  const ownValue = added === undefined ? value : undefined
  return node.path.bit(shared) === 0
    ? new TrieNode(path, ownValue, lower, added)
    : new TrieNode(path, ownValue, added, lower)
}
