import type { Network } from '../../protocol/networks/network.ts'
import { successor } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import { clusterAt } from '../../trie/nodes/node.ts'
import { Blocks } from '../storage/blocks.ts'
import { clusterNumber, putCluster, statePlaces } from '../storage/nodeClusters.ts'
import { openRecord } from '../storage/sealedRecord.ts'
import { otherTable, putStateTables, stateTables } from '../storage/stateTables.ts'
import { hasState } from '../storage/trieNodes.ts'
import { StateCopy } from './copyState.ts'
import { emptyTable } from './emptyTable.ts'
import { KeptStates, type PruneProgress, type PruneSteps, usualSteps } from './keptStates.ts'

/**
 * Removes the states before the last `history` blocks, in short transactions, while blocks are imported and read. It
 * yields after each.
 *
 * A walk through the kept states finds up to where each cluster is needed. Nodes under hashes are copied to the other
 * table on the way. One transaction then says from which block on states are kept; afterwards all else is removed. A
 * kill before that transaction loses only the walk. A removal that was interrupted begins again with a walk.
 */
export function* pruneStates(
  store: Store,
  network: Network,
  history: number,
  steps: PruneSteps = usualSteps,
): Generator<PruneProgress, void, undefined> {
  if (stateTables(store).isEmptying) {
    // Nodes of removed states in the other table must not count as copied ones.
    yield* emptyTable(store, otherTable(stateTables(store).current))
    const kept = new KeptStates(store, network, undefined, steps)
    yield* removeOthers(store, kept, yield* kept.find(stateTables(store).firstKept), steps)
  }
  const blocks = new Blocks(store, network)
  const { current, firstKept, hasGaps } = stateTables(store)
  const first = firstToKeep(store, blocks, blocks.head.number - history + 1)
  if (first === undefined || first <= firstKept) return
  const target = otherTable(current)
  const kept = new KeptStates(store, network, new StateCopy(store, current, target), steps)
  const end = yield* kept.find(first)
  store.write((batch) =>
    putStateTables(batch, { current: target, firstKept: first, isEmptying: true, hasGaps }),
  )
  yield* emptyTable(store, current)
  yield* removeOthers(store, kept, end, steps)
}

/** The last block up to `wanted` whose state is saved; undefined before the start of the chain. */
function firstToKeep(store: Store, blocks: Blocks, wanted: number): number | undefined {
  for (let number = wanted; number > 0; number--) {
    const hash = blocks.canonicalHash(number)
    if (hash === undefined) return undefined
    if (hasState(store, blocks.expect(hash).record.stateRoot)) return number
  }
  return undefined
}

/** Removes the states with clusters before `end` that are not kept, then their clusters, and notes that it is done. */
function* removeOthers(
  store: Store,
  kept: KeptStates,
  end: number,
  steps: PruneSteps,
): Generator<PruneProgress, void, undefined> {
  yield* removeRoots(store, kept, end, steps)
  yield* removeClusters(store, kept, end, steps)
  store.write((batch) => putStateTables(batch, { ...stateTables(store), isEmptying: false }))
}

function* removeRoots(
  store: Store,
  { roots }: KeptStates,
  end: number,
  { states: statesPerRemoval }: PruneSteps,
): Generator<PruneProgress, void, undefined> {
  let done = 0
  let start: Uint8Array | undefined
  for (let isLast = false; !isLast; ) {
    const removed: Uint8Array[] = []
    let passed = 0
    for (const { root, place } of statePlaces(store, start)) {
      start = successor(root)
      if (!roots.has(place) && clusterAt(place) < end) removed.push(root)
      if (++passed === statesPerRemoval) break
    }
    isLast = passed < statesPerRemoval
    store.write((batch) => {
      for (const root of removed) batch.delete('states', root)
    })
    done += removed.length
    yield { what: 'states removed', done }
  }
}

/** Removes what follows the last node to keep of each cluster, or the whole cluster. */
function* removeClusters(
  store: Store,
  { live }: KeptStates,
  end: number,
  { clusters: clustersPerRemoval }: PruneSteps,
): Generator<PruneProgress, void, undefined> {
  let done = 0
  let start: Uint8Array | undefined
  for (let isLast = false; !isLast; ) {
    const entries = [...store.range('clusters', { start, limit: clustersPerRemoval })]
    isLast = entries.length < clustersPerRemoval
    store.write((batch) => {
      for (const { key, value } of entries) {
        start = successor(key)
        const number = clusterNumber(key)
        if (number >= end) {
          isLast = true
          break
        }
        const liveEnd = live.endOf(number)
        if (liveEnd === 0) batch.delete('clusters', key)
        else {
          const content = openRecord('clusters', key, value)
          if (liveEnd < content.length) putCluster(batch, number, content.subarray(0, liveEnd))
        }
      }
    })
    done += entries.length
    yield { what: 'clusters of nodes passed', done }
  }
}
