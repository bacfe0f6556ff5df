import { inWhole, stagesOf, type WorkStep } from '../../primitives/work/workProgress.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { successor } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { clusterAt } from '../../trie/nodes/node.ts'
import { Blocks } from '../storage/blocks.ts'
import { clusterNumber, putCluster, statePlaces } from '../storage/nodeClusters.ts'
import { openRecord } from '../storage/sealedRecord.ts'
import { otherTable, putStateTables, type StateTable, stateTables } from '../storage/stateTables.ts'
import { hasState } from '../storage/trieNodes.ts'
import { StateCopy } from './copyState.ts'
import { emptyTable } from './emptyTable.ts'
import { KeptStates, type PruneSteps, usualSteps } from './keptStates.ts'

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
): Generator<WorkStep, void, undefined> {
  const { isEmptying, firstKept } = stateTables(store)
  const isDue = firstToKeep(store, network, history) > firstKept
  const [before, now] = stagesOf([isEmptying ? 1 : 0, isDue ? 1 : 0])
  if (isEmptying) yield* inWhole(completeRemoval(store, network, steps), before!)
  yield* inWhole(removeBefore(store, network, history, steps), now!)
}

/** Continues an interrupted removal. */
function* completeRemoval(
  store: Store,
  network: Network,
  steps: PruneSteps,
): Generator<WorkStep, void, undefined> {
  const { current, firstKept } = stateTables(store)
  const other = otherTable(current)
  const { emptying, finding, roots, clusters } = weightsOf(store, network, firstKept, other)
  const parts = stagesOf([emptying, finding, roots, clusters])
  // Nodes of removed states in the other table must not count as copied ones.
  yield* inWhole(emptyTable(store, other), parts[0]!)
  const kept = new KeptStates(store, network, undefined, steps)
  const end = yield* inWhole(kept.find(firstKept), parts[1]!)
  yield* inWhole(removeRoots(store, kept, end, steps), parts[2]!)
  yield* inWhole(removeClusters(store, kept, end, steps), parts[3]!)
  markRemoved(store)
}

function* removeBefore(
  store: Store,
  network: Network,
  history: number,
  steps: PruneSteps,
): Generator<WorkStep, void, undefined> {
  const { current, firstKept, hasGaps } = stateTables(store)
  const first = firstToKeep(store, network, history)
  if (first <= firstKept) return
  const target = otherTable(current)
  const { finding, emptying, roots, clusters } = weightsOf(store, network, first, current)
  const parts = stagesOf([finding, emptying, roots, clusters])
  const kept = new KeptStates(store, network, new StateCopy(store, current, target), steps)
  const end = yield* inWhole(kept.find(first), parts[0]!)
  store.write((batch) =>
    putStateTables(batch, { current: target, firstKept: first, isEmptying: true, hasGaps }),
  )
  yield* inWhole(emptyTable(store, current), parts[1]!)
  yield* inWhole(removeRoots(store, kept, end, steps), parts[2]!)
  yield* inWhole(removeClusters(store, kept, end, steps), parts[3]!)
  markRemoved(store)
}

/** Finding the nodes that a state adds takes about as long as removing this many records. */
const recordsPerState = 8

/** About how much work each stage is, in removed records. */
function weightsOf(store: Store, network: Network, first: number, emptied: StateTable) {
  const countOf = (table: TableName): number => store.count?.(table) ?? 0
  return {
    finding: recordsPerState * (new Blocks(store, network).head.number - first + 1),
    emptying: countOf(emptied),
    roots: countOf('states'),
    clusters: countOf('clusters'),
  }
}

/** The last block whose state is saved and that has `history` - 1 blocks above it; 0 when there is none. */
function firstToKeep(store: Store, network: Network, history: number): number {
  const blocks = new Blocks(store, network)
  for (let number = blocks.head.number - history + 1; number > 0; number--) {
    const hash = blocks.canonicalHash(number)
    if (hash === undefined) return 0
    if (hasState(store, blocks.expect(hash).record.stateRoot)) return number
  }
  return 0
}

const markRemoved = (store: Store): void =>
  store.write((batch) => putStateTables(batch, { ...stateTables(store), isEmptying: false }))

/** Removes the states with clusters before `end` that are not kept. */
function* removeRoots(
  store: Store,
  { roots }: KeptStates,
  end: number,
  { states: statesPerRemoval }: PruneSteps,
): Generator<WorkStep, void, undefined> {
  const total = store.count?.('states')
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
    done += passed
    yield { what: 'states passed', done, total }
  }
}

/** Removes what follows the last node to keep of each cluster, or the whole cluster. */
function* removeClusters(
  store: Store,
  { live }: KeptStates,
  end: number,
  { clusters: clustersPerRemoval }: PruneSteps,
): Generator<WorkStep, void, undefined> {
  const total = store.count?.('clusters')
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
    yield { what: 'clusters of nodes passed', done, total }
  }
}
