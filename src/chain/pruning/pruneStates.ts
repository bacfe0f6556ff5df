import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { successor } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import { getBlockRecord, serialOf } from '../storage/blockRecords.ts'
import { Blocks } from '../storage/blocks.ts'
import { decodeHeaderRecord } from '../storage/headerRecord.ts'
import { editedRoots } from '../storage/stateEdits.ts'
import { otherTable, putStateTables, type StateTable, stateTables } from '../storage/stateTables.ts'
import { StateCopy } from './copyState.ts'

export interface PruneProgress {
  readonly what: 'states copied' | 'nodes removed'
  readonly done: number
}

const nodesPerRemoval = 2048
/** Blocks whose headers are decoded between two pauses. */
const blocksPerStep = 64

/**
 * Removes the states before the last `history` blocks, in short transactions, while blocks are imported and read. It
 * yields after each. A new run continues one that was interrupted.
 */
export function* pruneStates(
  store: Store,
  network: Network,
  history: number,
): Generator<PruneProgress, void, undefined> {
  // An interrupted removal leaves nodes of removed states, which must not count as copied ones.
  yield* emptyOther(store)
  const blocks = new Blocks(store, network)
  const { current, firstKept, hasGaps } = stateTables(store)
  const first = firstToKeep(store, blocks, blocks.head.number - history + 1, current)
  if (first === undefined || first <= firstKept) return
  const target = otherTable(current)
  yield* copyStates(store, network, first, current, target)
  // All states are in the target now: no block was imported since the last step.
  store.write((batch) =>
    putStateTables(batch, { current: target, firstKept: first, isEmptying: true, hasGaps }),
  )
  yield* emptyOther(store)
}

/** The last block up to `wanted` whose state is saved; undefined before the start of the chain. */
function firstToKeep(store: Store, blocks: Blocks, wanted: number, table: StateTable): number | undefined {
  for (let number = wanted; number > 0; number--) {
    const hash = blocks.canonicalHash(number)
    if (hash === undefined) return undefined
    if (store.has(table, blocks.expect(hash).record.stateRoot)) return number
  }
  return undefined
}

/**
 * Copies the states after all stored blocks from a number on, side branches and edited states included. Ends when none
 * is left: blocks that are stored meanwhile follow in the order of storing.
 */
function* copyStates(
  store: Store,
  network: Network,
  first: number,
  from: StateTable,
  to: StateTable,
): Generator<PruneProgress, void, undefined> {
  const copy = new StateCopy(store, from, to)
  let start = serialOf(store, new Blocks(store, network).expectCanonicalHash(first))
  let done = 0
  let passed = 0
  for (let isComplete = false; !isComplete; ) {
    for (const { key } of store.range('headers', { start })) {
      start = successor(key)
      const { header, stateRoot } = decodeHeaderRecord(getBlockRecord(store, 'headers', key)!, network)
      const isSaved = !equalBytes(stateRoot, emptyTrieRoot) && store.has(from, stateRoot)
      if (header.number >= first && isSaved) {
        for (const _ of copy.copy(stateRoot)) yield { what: 'states copied', done }
        done++
      }
      if (++passed % blocksPerStep === 0) yield { what: 'states copied', done }
    }
    isComplete = true
    for (const root of editedRoots(store)) {
      if (!store.has(from, root)) continue
      for (const _ of copy.copy(root)) {
        isComplete = false
        yield { what: 'states copied', done }
      }
    }
  }
}

function* emptyOther(store: Store): Generator<PruneProgress, void, undefined> {
  const tables = stateTables(store)
  const table = otherTable(tables.current)
  if (tables.isEmptying) {
    let done = 0
    for (let keys = someKeys(store, table); keys.length > 0; keys = someKeys(store, table)) {
      const removed = keys
      store.write((batch) => {
        for (const key of removed) batch.delete(table, key)
      })
      done += removed.length
      yield { what: 'nodes removed', done }
    }
    store.write((batch) => putStateTables(batch, { ...tables, isEmptying: false }))
  }
}

const someKeys = (store: Store, table: StateTable): Uint8Array[] =>
  [...store.range(table, { limit: nodesPerRemoval })].map(({ key }) => key)
