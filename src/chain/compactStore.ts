import type { WorkStep } from '../primitives/work/workProgress.ts'
import type { Network } from '../protocol/networks/network.ts'
import { copyTables, markComplete, markIncomplete } from '../store/copyStore.ts'
import type { Reader, Store } from '../store/store.ts'
import { type TableName, tableNames } from '../store/tables.ts'
import { hasNodesUnderHashes, rewriteStates } from './pruning/rewriteStates.ts'

/** Tables that a rewrite of the states makes anew. */
const stateTables: readonly TableName[] = ['states', 'clusters', 'trie', 'trieTwin']

/**
 * Copies a store on full pages. Trie nodes that are stored under their hashes, as those of a snapshot are, become
 * clusters. Until its end the target is marked as incomplete; a later call continues.
 */
export function* compactStore(
  source: Reader,
  target: Store,
  network: Network,
): Generator<WorkStep, void, undefined> {
  const isRewriting = hasNodesUnderHashes(source)
  // The rewrite notes in `meta` of the target how far it is, so the table is copied last.
  const copied = tableNames.filter(
    (table) => table !== 'meta' && !(isRewriting && stateTables.includes(table)),
  )
  const copiedPart = isRewriting ? 1 / 2 : 1
  markIncomplete(target)
  for (const { table, done, part = 0 } of copyTables(copied, source, target)) {
    yield { what: `entries of ${table} copied`, done, part: copiedPart * part }
  }
  if (isRewriting) {
    for (const { done, total, entries } of rewriteStates(source, target, network)) {
      const part = copiedPart * (1 + Math.min(1, done / total))
      // The first state may be most of the work.
      const step =
        entries === 0
          ? { what: 'states rewritten', done, total }
          : { what: 'entries of the next state rewritten', done: entries }
      yield { ...step, part }
    }
  }
  for (const { done } of copyTables(['meta'], source, target))
    yield { what: 'entries of meta copied', done, part: 1 }
  markComplete(target)
}
