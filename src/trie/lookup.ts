import type { NodeCache } from './nodeCache.ts'
import { bitAt } from './nodes/bits.ts'
import { StoredNode, type TrieNode } from './nodes/node.ts'

/** The node exactly at `key`, with or without a value. */
export function findNode(
  root: TrieNode | undefined,
  key: Uint8Array,
  nodes: NodeCache,
): TrieNode | undefined {
  const end = 8 * key.length
  let node = root
  let position = 0
  while (node !== undefined) {
    const { path } = node
    if (path.length > 0) {
      if (path.sharedWith(key, position) < path.length) return undefined
      position += path.length
    }
    if (position === end) return node
    const bit = (key[position >>> 3]! >>> (7 - (position & 7))) & 1
    const child = bit === 0 ? node.left : node.right
    // Most nodes on the path are in memory and need no lookup in the cache.
    node = child instanceof StoredNode ? (child.loaded ?? nodes.resolve(child)) : child
    position++
  }
  return undefined
}

/** A node and the bit of the key at which its path starts. */
export type PathStep = { readonly node: TrieNode; readonly start: number }

/** The nodes on the path to `key`. The last one holds its value or shows that it is absent. */
export function nodesOnPath(root: TrieNode | undefined, key: Uint8Array, nodes: NodeCache): PathStep[] {
  const end = 8 * key.length
  const steps: PathStep[] = []
  let node = root
  let start = 0
  while (node !== undefined) {
    steps.push({ node, start })
    const position = start + node.path.length
    if (node.path.sharedWith(key, start) < node.path.length || position === end) break
    node = nodes.resolve(node.child(bitAt(key, position)))
    start = position + 1
  }
  return steps
}
