import type { Network } from '../protocol/networks/network.ts'
import { copyTables, markComplete, markIncomplete } from '../store/copyStore.ts'
import type { Reader, Store } from '../store/store.ts'
import { type TableName, tableNames } from '../store/tables.ts'
import { hasNodesUnderHashes, rewriteStates } from './pruning/rewriteStates.ts'

export interface CompactProgress {
  readonly what: string
  /** From 0 to 1. */
  readonly part: number
}

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
): Generator<CompactProgress, void, undefined> {
  const isRewriting = hasNodesUnderHashes(source)
  // The rewrite notes in `meta` of the target how far it is, so the table is copied last.
  const copied = tableNames.filter(
    (table) => table !== 'meta' && !(isRewriting && stateTables.includes(table)),
  )
  const copiedPart = isRewriting ? 1 / 2 : 1
  markIncomplete(target)
  for (const { table, done, part = 0 } of copyTables(copied, source, target)) {
    yield { what: `${done} entries of ${table}`, part: copiedPart * part }
  }
  if (isRewriting) {
    for (const { done, total, entries } of rewriteStates(source, target, network)) {
      const part = copiedPart * (1 + Math.min(1, done / total))
      yield { what: `states of ${done} of ${total} blocks, ${entries} entries of the next`, part }
    }
  }
  for (const _ of copyTables(['meta'], source, target)) yield { what: 'the last table', part: 1 }
  markComplete(target)
}
