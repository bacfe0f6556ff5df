import { equalBytes } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { genesisState } from '../../protocol/genesis.ts'
import { clusterAt } from '../../trie/nodes/node.ts'
import type { Trie } from '../../trie/trie.ts'
import { getCluster, type StatePlace, statePlace } from '../storage/nodeClusters.ts'
import { stateTables } from '../storage/stateTables.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { executeAgain, type RepairParts, stretchBefore } from './executeAgain.ts'

interface SavedState extends StatePlace {
  readonly block: StoredBlock
}

/** The first run finds how many clusters there are, the second uses their numbers, which have an effect on their lengths. */
const maximumRuns = 4

/**
 * Computes a cluster again: executing the blocks since the state from which that of the cluster was made, and saving the
 * result under the same numbers, gives the same bytes. Undefined when it does not, or when too much would be executed.
 */
export function computedCluster(number: number, parts: RepairParts): Uint8Array | undefined {
  const saved = stateOfCluster(number, parts)
  if (saved === undefined) return undefined
  const last = clusterAt(saved.place)
  let first = last
  for (let run = 0; run < maximumRuns; run++) {
    const state = stateAgain(saved, parts)
    const clusters = state && clustersOf(state, first)
    if (clusters === undefined) return undefined
    if (first + clusters.length - 1 === last) return confirmed(clusters, first, number, parts)
    first = last - clusters.length + 1
  }
  return undefined
}

/** The clusters of a save are numbered one after the other, and that of the root is the last. */
function stateOfCluster(number: number, parts: RepairParts): SavedState | undefined {
  const { blocks, store } = parts
  let low = stateTables(store).firstKept
  let high = blocks.head.number
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const saved = firstSaved(middle, high, parts)
    if (saved === undefined || clusterAt(saved.place) >= number) high = middle
    else low = saved.block.number + 1
  }
  const found = firstSaved(low, low + parts.maximumExecuted, parts)
  return found !== undefined && clusterAt(found.place) >= number ? found : undefined
}

/** The first saved state from a block on; not every state of a node that caught up is saved. */
function firstSaved(from: number, to: number, { blocks, store }: RepairParts): SavedState | undefined {
  for (let number = from; number <= to; number++) {
    const hash = blocks.canonicalHash(number)
    if (hash === undefined) return undefined
    const block = blocks.expect(hash)
    const place = statePlace(store, block.record.stateRoot)
    if (place !== undefined) return { block, ...place }
  }
  return undefined
}

function stateAgain({ block, madeFrom }: SavedState, parts: RepairParts): Trie | undefined {
  if (block.number === 0) return genesisState(parts.network)
  const stretch = stretchBefore(block, parts)
  if (stretch === undefined) return undefined
  const base = statePlace(parts.store, stretch.base.record.stateRoot)?.place ?? 0
  return base === madeFrom ? executeAgain(stretch, parts)?.state : undefined
}

function clustersOf(state: Trie, first: number): Uint8Array[] | undefined {
  const clusters: Uint8Array[] = []
  const saved = state.saveInClusters({
    putCluster: (bytes) => first + clusters.push(bytes) - 1,
    putValue: () => {},
  })
  return saved && clusters
}

/** Compares the undamaged clusters with the stored ones, whose end pruning may have cut off. */
function confirmed(
  clusters: readonly Uint8Array[],
  first: number,
  number: number,
  { store }: RepairParts,
): Uint8Array | undefined {
  for (const [index, cluster] of clusters.entries()) {
    try {
      const stored = getCluster(store, first + index)
      if (stored !== undefined && !equalBytes(stored, cluster.subarray(0, stored.length))) return undefined
    } catch (error) {
      if (!(error instanceof DamagedData)) throw error
    }
  }
  return clusters[number - first]
}
