import type { Entry, Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { StoredNode } from '../../trie/node.ts'
import { decodeNode } from '../../trie/nodeDecoding.ts'

/** Nodes that are sent along: those of four levels. More would cost short reads more than they save. */
const mostNodes = 30

const stateTables: ReadonlySet<TableName> = new Set(['trie', 'trieTwin'])

/**
 * The nodes below a trie node in the same table, nearest first. A reader of the node goes on to one of its children, and
 * each question takes more time than several nodes.
 */
export function nodesBelow(reader: Reader, table: TableName, message: Uint8Array): Entry[] {
  if (!stateTables.has(table)) return []
  const found: Entry[] = []
  const messages = [message]
  for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
    const { left, right } = decodeNode(next)
    for (const child of [left, right]) {
      if (!(child instanceof StoredNode)) continue
      const key = child.hash()
      const value = reader.get(table, key)
      if (value === undefined) continue
      found.push({ key, value })
      if (found.length === mostNodes) return found
      messages.push(value)
    }
  }
  return found
}
