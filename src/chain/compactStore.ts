import type { Network } from '../protocol/networks/network.ts'
import { copyTable, markComplete, markIncomplete } from '../store/copyStore.ts'
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
 * Copies a store on full pages. Trie nodes that are stored under their hashes, as those of a snapshot and of format 3
 * are, become clusters. Until its end the target is marked as incomplete; a later call continues.
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
  const steps = copied.length + (isRewriting ? copied.length : 0) + 1
  markIncomplete(target)
  for (const [index, table] of copied.entries()) {
    for (const { done } of copyTable(table, source, target)) {
      yield { what: `${done} entries of ${table}`, part: index / steps }
    }
  }
  if (isRewriting) {
    for (const { done, total, entries } of rewriteStates(source, target, network)) {
      const part = (copied.length * (1 + Math.min(1, done / total))) / steps
      yield { what: `states of ${done} of ${total} blocks, ${entries} entries of the next`, part }
    }
  }
  for (const _ of copyTable('meta', source, target)) yield { what: 'the last table', part: 1 }
  markComplete(target)
}
