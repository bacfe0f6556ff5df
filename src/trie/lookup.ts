import type { NodeCache } from './nodeCache.ts'
import { bitAt } from './nodes/bits.ts'
import type { TrieNode } from './nodes/node.ts'

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
    if (node.path.sharedWith(key, position) < node.path.length) return undefined
    position += node.path.length
    if (position === end) return node
    node = nodes.resolve(node.child(bitAt(key, position)))
    position++
  }
  return undefined
}

/** A node and the bit of the key at which its path starts. */
export type PathStep = { readonly node: TrieNode; readonly start: number }

/** The nodes on the way to `key`. The last one holds its value or shows that it is absent. */
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
