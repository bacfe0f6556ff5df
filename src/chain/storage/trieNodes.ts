import type { Batch, Reader } from '../../store/store.ts'
import type { NodeSink, NodeSource } from '../../trie/nodeSource.ts'

/** The stored nodes of all states. */
export const storedNodes = (reader: Reader): NodeSource => ({
  node: (hash) => reader.get('trie', hash),
  value: (hash) => reader.get('values', hash),
})

export const nodesInto = (batch: Batch): NodeSink => ({
  putNode: (hash, message) => batch.put('trie', hash, message),
  putValue: (hash, value) => batch.put('values', hash, value),
})
