import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'

const recordsPerRemoval = 2048

/** Removes all records of a table, and yields after each transaction. */
export function* emptyTable(store: Store, table: TableName): Generator<WorkStep, void, undefined> {
  const total = store.count?.(table)
  for (let done = 0; ; ) {
    const entries = [...store.range(table, { limit: recordsPerRemoval })]
    if (entries.length === 0) return
    store.write((batch) => {
      for (const { key } of entries) batch.delete(table, key)
    })
    done += entries.length
    yield { what: `records of ${table} removed`, done, total }
  }
}
