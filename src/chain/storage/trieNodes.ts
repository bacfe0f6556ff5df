import type { Hash } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'
import type { NodeSink, NodeSource } from '../../trie/nodes/nodeSource.ts'
import { getCluster, statePlace } from './nodeClusters.ts'
import { otherTable, type StateTable, stateTables } from './stateTables.ts'

/** The stored nodes of all states. */
export function storedNodes(reader: Reader): NodeSource {
  // The table that had the last node probably has the next one too.
  let likely: StateTable = 'trie'
  return {
    node: (hash) => {
      const message = reader.get(likely, hash)
      if (message !== undefined) return message
      const other = reader.get(otherTable(likely), hash)
      if (other !== undefined) likely = otherTable(likely)
      return other
    },
    value: (hash) => reader.get('values', hash),
    place: (root) => statePlace(reader, root)?.place,
    cluster: (number) => getCluster(reader, number),
  }
}

/** Whether the root of a state and all nodes below it are stored. */
export function hasState(reader: Reader, root: Hash): boolean {
  return reader.has('states', root) || hasWholeNode(reader, root)
}

/** Whether a node that is stored under its hash, and all nodes below it, are there. */
function hasWholeNode(reader: Reader, hash: Hash): boolean {
  const { current, isEmptying } = stateTables(reader)
  return reader.has(current, hash) || (!isEmptying && reader.has(otherTable(current), hash))
}

/** Stores nodes under their hashes, as the parts of a snapshot arrive in any order. */
export function nodesInto(batch: Batch): NodeSink {
  const { current } = stateTables(batch)
  return {
    putNode: (hash, message) => batch.put(current, hash, message),
    putValue: (hash, value) => batch.put('values', hash, value),
  }
}
