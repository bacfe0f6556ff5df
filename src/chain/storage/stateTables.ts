import { asciiBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Batch, Reader, Store } from '../../store/store.ts'
import { openRecord, sealRecord } from './sealedRecord.ts'

/*
 * Trie nodes are in one of two tables. Pruning copies the nodes of the states that are kept into the other one, makes
 * that the current one in a single transaction, and empties the first. Which is current, and from which block on states
 * are kept, is one record; a store without it has every state in the first table.
 */

export type StateTable = 'trie' | 'trieTwin'

export interface StateTables {
  /** Gets new nodes, and has all nodes of the kept states. */
  readonly current: StateTable
  /** States of earlier blocks are not kept; 0 when all are. */
  readonly firstKept: number
  /** Whether the other table holds nodes of earlier states only, and is being emptied. */
  readonly isEmptying: boolean
  /** Whether states of kept blocks may be missing, because they were passed while catching up. */
  readonly hasGaps: boolean
}

const key = asciiBytes('chain.stateTables')
const everything: StateTables = { current: 'trie', firstKept: 0, isEmptying: false, hasGaps: false }

export const otherTable = (table: StateTable): StateTable => (table === 'trie' ? 'trieTwin' : 'trie')

export function stateTables(reader: Reader): StateTables {
  const record = reader.get('meta', key)
  if (record === undefined) return everything
  const fields = RlpReader.list(openRecord('meta', key, record), 'state tables')
  const current = fields.number('current') === 0 ? 'trie' : 'trieTwin'
  return {
    current,
    firstKept: fields.number('firstKept'),
    isEmptying: fields.number('isEmptying') === 1,
    hasGaps: fields.number('hasGaps') === 1,
  }
}

/** Called before a chain is opened that does not save every state. */
export function noteGaps(store: Store): void {
  const tables = stateTables(store)
  if (!tables.hasGaps) store.write((batch) => putStateTables(batch, { ...tables, hasGaps: true }))
}

export function putStateTables(batch: Batch, tables: StateTables): void {
  const { current, firstKept, isEmptying, hasGaps } = tables
  const numbers = [current === 'trie' ? 0 : 1, firstKept, isEmptying ? 1 : 0, hasGaps ? 1 : 0]
  batch.put('meta', key, sealRecord(key, encodeRlp(numbers.map((number) => unsignedBytes(number)))))
}
