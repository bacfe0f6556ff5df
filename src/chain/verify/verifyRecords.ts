import { reasonOf, recordOf } from '../../primitives/errors.ts'
import type { Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { openRecord } from '../storage/sealedRecord.ts'
import type { Finding, VerifyStep } from './finding.ts'

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
    let done = 0
    for (const { key, value } of reader.range(table)) {
      try {
        openRecord(table, key, value)
      } catch (error) {
        yield { finding: { part, what: reasonOf(error), record: recordOf(error) } }
      }
      if (++done % entriesPerStep === 0) {
        yield { progress: { what: `records of ${table}`, done, total: undefined } }
      }
    }
  }
}
