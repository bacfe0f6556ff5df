import type { WorkStep } from '../../primitives/work/workProgress.ts'
import { successor } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'

const recordsPerRemoval = 2048

/** Removes all records of a table, and yields after each transaction. */
export function* emptyTable(store: Store, table: TableName): Generator<WorkStep, void, undefined> {
  const total = store.count?.(table)
  let start: Uint8Array | undefined
  for (let done = 0; ; ) {
    // Not from the first key again: removed ones of a scattered table would be passed each time.
    const entries = [...store.range(table, { start, limit: recordsPerRemoval })]
    const last = entries.at(-1)
    if (last === undefined) return
    store.write((batch) => {
      for (const { key } of entries) batch.delete(table, key)
    })
    start = successor(last.key)
    done += entries.length
    yield { what: `records of ${table} removed`, done, total }
  }
}
