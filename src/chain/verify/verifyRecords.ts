import { recordOf } from '../../primitives/errors.ts'
import type { Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { openRecord } from '../storage/sealedRecord.ts'
import { damageOf, type Finding, type VerifyStep } from './finding.ts'

/** Tables whose records carry a checksum, and what a damaged one loses. */
const sealedTables: readonly (readonly [TableName, Finding['part']])[] = [
  ['serials', 'index'],
  ['canonical', 'index'],
  ['transactions', 'index'],
  ['logIndex', 'index'],
  ['headers', 'block'],
  ['bodies', 'block'],
  ['receipts', 'block'],
  ['participants', 'block'],
  ['creations', 'block'],
  ['states', 'state'],
  ['clusters', 'state'],
]
const entriesPerStep = 4096

/** Compares every record, also those of side branches, with its checksum. */
export function* verifyRecords(reader: Reader): Generator<VerifyStep, void, undefined> {
  for (const [table, part] of sealedTables) {
    const counted = reader.count?.(table)
    let done = 0
    for (const { key, value } of reader.range(table)) {
      try {
        openRecord(table, key, value)
      } catch (error) {
        yield { finding: { part, what: damageOf(error), record: recordOf(error) } }
      }
      if (++done % entriesPerStep === 0) {
        yield { progress: { what: `records of ${table}`, done, total: counted } }
      }
    }
    // A node that uses the folder may have added entries meanwhile, which are counted, but not all seen.
    if (done !== counted && counted === reader.count?.(table) && counted !== undefined) {
      const what = `the table ${table}: ${done} of its ${counted} entries can be read`
      yield { finding: { part, what } }
    }
  }
}
