import { concatBytes, type Hash } from '../../primitives/bytes.ts'
import { type Child, placeAt, StoredNode, type TrieNode } from '../nodes/node.ts'
import { isEmbedded } from '../nodes/nodeEncoding.ts'
import { saveValue } from '../saving.ts'
import { type ChildReference, encodeRecord, maximumRecordLength } from './clusterEncoding.ts'

/** Takes the clusters and long values of a trie that is saved; children come before their parents. */
export interface ClusterSink {
  /** Returns the number of the cluster, which is greater than all before. */
  putCluster(bytes: Uint8Array): number
  putValue(hash: Hash, value: Uint8Array): void
}

/**
 * Bytes. A reader of a node reads and hashes what is below it in its cluster, so a large cluster costs time; a small one
 * costs space, as it repeats a hash and has the overhead of an entry. About four fill a page.
 */
const fullCluster = 1000

/** Nodes that will be saved as one cluster; the last is above all others. */
interface OpenCluster {
  readonly records: Uint8Array[]
  readonly nodes: TrieNode[]
  length: number
}

/** Writes the unsaved part of the trie at `root`, which is unsaved itself, and returns the place of the root. */
export function saveInClusters(root: TrieNode, sink: ClusterSink): number {
  return close(open(root, sink), sink)
}

function open(node: TrieNode, sink: ClusterSink): OpenCluster {
  let left = openChild(node.left, sink)
  let right = openChild(node.right, sink)
  saveValue(node.value, sink)
  const room = fullCluster - maximumRecordLength(node)
  while ((left?.length ?? 0) + (right?.length ?? 0) > room && (left ?? right) !== undefined) {
    if (right === undefined || (left !== undefined && left.length > right.length)) {
      close(left!, sink)
      left = undefined
    } else {
      close(right, sink)
      right = undefined
    }
  }
  const record = encodeRecord(
    node,
    referenceTo(node.left, left, right?.length ?? 0),
    referenceTo(node.right, right, 0),
  )
  return joined(left, right, node, record)
}

/** The cluster of a child that is saved now and lies outside its parent; undefined for every other child. */
function openChild(child: Child | undefined, sink: ClusterSink): OpenCluster | undefined {
  if (child === undefined || child instanceof StoredNode || child.saved) return undefined
  if (!child.isEmbeddable) return open(child, sink)
  saveValue(child.value, sink)
  child.saved = true
  return undefined
}

/** `between` are the bytes after the cluster of the child, up to the record of the parent. */
function referenceTo(
  child: Child | undefined,
  cluster: OpenCluster | undefined,
  between: number,
): ChildReference | undefined {
  if (cluster !== undefined) return { distance: between + cluster.records.at(-1)!.length }
  if (child === undefined || isEmbedded(child)) return undefined
  return { place: child.place ?? 0 }
}

function joined(
  left: OpenCluster | undefined,
  right: OpenCluster | undefined,
  node: TrieNode,
  record: Uint8Array,
): OpenCluster {
  const cluster = left ?? right ?? { records: [], nodes: [], length: 0 }
  if (left !== undefined && right !== undefined) {
    cluster.records.push(...right.records)
    cluster.nodes.push(...right.nodes)
    cluster.length += right.length
  }
  cluster.records.push(record)
  cluster.nodes.push(node)
  cluster.length += record.length
  return cluster
}

/** Returns the place of the last node. */
function close({ records, nodes }: OpenCluster, sink: ClusterSink): number {
  const cluster = sink.putCluster(concatBytes(...records))
  let offset = 0
  let place = 0
  for (const [index, node] of nodes.entries()) {
    place = placeAt(cluster, offset)
    node.place = place
    node.saved = true
    offset += records[index]!.length
  }
  return place
}
