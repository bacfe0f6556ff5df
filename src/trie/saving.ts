import { LongValue } from './nodes/longValue.ts'
import { type Child, type NodeValue, StoredNode, type TrieNode } from './nodes/node.ts'
import { encodeNode, nodeHash } from './nodes/nodeEncoding.ts'
import type { NodeSink } from './nodes/nodeSource.ts'

/** Writes the unsaved part of the trie at `root`. A root is written as a node of its own even when it is small. */
export function saveRoot(root: TrieNode, sink: NodeSink): void {
  if (root.saved) return
  saveBelow(root, sink)
  sink.putNode(nodeHash(root), encodeNode(root))
  root.saved = true
}

function saveBelow(node: TrieNode, sink: NodeSink): void {
  saveChild(node.left, sink)
  saveChild(node.right, sink)
  saveValue(node.value, sink)
}

function saveChild(child: Child | undefined, sink: NodeSink): void {
  if (child === undefined || child instanceof StoredNode || child.saved) return
  saveBelow(child, sink)
  if (!child.isEmbeddable) sink.putNode(nodeHash(child), encodeNode(child))
  child.saved = true
}

export function saveValue(value: NodeValue | undefined, sink: Pick<NodeSink, 'putValue'>): void {
  if (!(value instanceof LongValue) || value.bytes === undefined || value.saved) return
  sink.putValue(value.hash, value.bytes)
  value.saved = true
}
