import { clusterKey } from '../../chain/storage/nodeClusters.ts'
import { contentOf } from '../../chain/storage/sealedRecord.ts'
import type { Entry, Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { clustersBelow } from '../../trie/clusters/clusterWalk.ts'

/** Clusters that are sent along, of ten to twenty nodes each. More would cost short reads more than they save. */
const maximumClusters = 6

/**
 * The clusters of trie nodes below a stored cluster, nearest first. A reader of a node goes on to one of its children,
 * and each question takes more time than several nodes.
 */
export function nodesBelow(reader: Reader, table: TableName, record: Uint8Array): Entry[] {
  if (table !== 'clusters') return []
  const found = new Map<number, Entry>()
  const records = [record]
  for (let next = records.shift(); next !== undefined; next = records.shift()) {
    for (const number of clustersBelow(contentOf(next))) {
      const key = clusterKey(number)
      const value = found.has(number) ? undefined : reader.get('clusters', key)
      if (value === undefined) continue
      found.set(number, { key, value })
      if (found.size === maximumClusters) return [...found.values()]
      records.push(value)
    }
  }
  return [...found.values()]
}
