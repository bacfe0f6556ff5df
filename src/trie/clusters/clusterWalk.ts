import type { Hash } from '../../primitives/bytes.ts'
import { type Child, clusterAt, StoredNode, type TrieNode } from '../nodes/node.ts'
import type { NodeSource } from '../nodes/nodeSource.ts'
import { readAtPlace } from './readAtPlace.ts'

/** A root, a node to which another cluster refers, or a node that is stored under its hash. */
export type WalkedNode =
  | { readonly place: number; readonly end: number }
  | { readonly hash: Hash; readonly place: undefined }

/**
 * The nodes of a trie through which its clusters are entered, each compared with its hash. Clusters up to `after` are
 * skipped, because an earlier walk has visited them. Nodes under hashes are yielded, but not those below them.
 */
export function* walkClusters(
  source: NodeSource,
  root: { readonly hash: Hash; readonly place: number },
  after: number,
): Generator<WalkedNode, void, undefined> {
  const pending = [new StoredNode(root.hash, 0, undefined, root.place)]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { place } = next
    if (place === undefined) {
      yield { hash: next.hash(), place }
    } else if (clusterAt(place) > after) {
      const { node, end } = readAtPlace(source, next.hash(), place)
      yield { place, end }
      addReferences(node, pending)
    }
  }
}

function addReferences(node: TrieNode, found: StoredNode[]): void {
  addReference(node.right, found)
  addReference(node.left, found)
}

function addReference(child: Child | undefined, found: StoredNode[]): void {
  if (child instanceof StoredNode) found.push(child)
  else if (child !== undefined) addReferences(child, found)
}
