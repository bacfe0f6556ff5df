import type { NodeCache } from './nodeCache.ts'
import { bitAt } from './nodes/bits.ts'
import type { TrieNode } from './nodes/node.ts'

/** What a deletion removes: the value at the key, or the whole subtree at the key. */
export type Extent = 'value' | 'subtree'

/**
 * The subtree `node`, whose path starts at bit `position` of `key`, without `key`; `node` itself where `key` has no
 * value.
 */
export function remove(
  node: TrieNode,
  key: Uint8Array,
  position: number,
  extent: Extent,
  nodes: NodeCache,
): TrieNode | undefined {
  if (node.path.sharedWith(key, position) < node.path.length) return node
  const end = position + node.path.length
  if (end === 8 * key.length) return withoutValue(node, extent, nodes)
  const side = bitAt(key, end)
  const child = nodes.resolve(node.child(side))
  if (child === undefined) return node
  const changed = remove(child, key, end + 1, extent, nodes)
  return changed === child ? node : merged(node.withChild(side, changed, child), nodes)
}

function withoutValue(node: TrieNode, extent: Extent, nodes: NodeCache): TrieNode | undefined {
  if (node.value === undefined) return node
  return extent === 'subtree' ? undefined : merged(node.withValue(undefined), nodes)
}

/** Restores the canonical shape: a node without a value that has one child is merged with it. */
function merged(node: TrieNode, nodes: NodeCache): TrieNode | undefined {
  if (node.value !== undefined) return node
  if (node.left !== undefined && node.right !== undefined) return node
  const side = node.left === undefined ? 1 : 0
  const child = nodes.resolve(node.child(side))
  return child?.withPath(node.path.joined(side, child.path))
}
