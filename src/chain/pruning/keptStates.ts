import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { successor } from '../../store/keys.ts'
import type { Store } from '../../store/store.ts'
import { walkClusters } from '../../trie/clusters/clusterWalk.ts'
import { clusterAt } from '../../trie/nodes/node.ts'
import { getBlockRecord, serialOf } from '../storage/blockRecords.ts'
import { Blocks } from '../storage/blocks.ts'
import { decodeHeaderRecord } from '../storage/headerRecord.ts'
import { nextCluster, statePlace } from '../storage/nodeClusters.ts'
import { editedRoots } from '../storage/stateEdits.ts'
import { hasState, storedNodes } from '../storage/trieNodes.ts'
import type { StateCopy } from './copyState.ts'

/** Records that are read or removed between two pauses: some milliseconds of work. */
export interface PruneSteps {
  readonly clusters: number
  readonly states: number
}

export const usualSteps: PruneSteps = { clusters: 256, states: 512 }

/** Blocks whose headers are decoded between two pauses. */
const blocksPerStep = 64

/** What the states that are kept need: clusters, and nodes under hashes, which are copied. */
export class KeptStates {
  readonly live = new LiveClusters()
  /** Places of the roots. */
  readonly roots = new Set<number>()
  readonly #store: Store
  readonly #network: Network
  /** Undefined when nodes under hashes need not be copied. */
  readonly #copy: StateCopy | undefined
  readonly #clustersPerStep: number
  #done = 0
  #passed = 0
  /** States to find, without those of side branches. */
  #total = 0

  constructor(store: Store, network: Network, copy: StateCopy | undefined, { clusters }: PruneSteps) {
    this.#store = store
    this.#network = network
    this.#copy = copy
    this.#clustersPerStep = clusters
  }

  /**
   * Finds the states after all stored blocks from a number on, side branches and edited states included. Ends when none
   * is left: blocks that are stored meanwhile follow in the order of storing. Returns the number of a cluster: states
   * with earlier ones are known. Another thread may store blocks at any time, with later ones.
   */
  *find(first: number): Generator<WorkStep, number, undefined> {
    const store = this.#store
    const blocks = new Blocks(store, this.#network)
    this.#total = blocks.head.number - first + 1
    let start = serialOf(store, blocks.expectCanonicalHash(first))
    let end = nextCluster(store)
    for (let isComplete = false; !isComplete; ) {
      end = nextCluster(store)
      for (const { key } of store.range('headers', { start })) {
        start = successor(key)
        const bytes = getBlockRecord(store, 'headers', key)!
        const { header, stateRoot } = decodeHeaderRecord(bytes, this.#network)
        if (header.number >= first) for (const _ of this.#keep(stateRoot)) yield this.#progress
        if (++this.#passed % blocksPerStep === 0) yield this.#progress
      }
      isComplete = true
      for (const root of editedRoots(store)) {
        for (const _ of this.#keep(root)) {
          isComplete = false
          yield this.#progress
        }
      }
    }
    return end
  }

  get #progress(): WorkStep {
    return { what: 'kept states found', done: this.#done, total: Math.max(this.#done, this.#total) }
  }

  /** Yields where a pause is due. */
  *#keep(root: Hash): Generator<void, void, undefined> {
    const store = this.#store
    if (equalBytes(root, emptyTrieRoot) || !hasState(store, root)) return
    const saved = statePlace(store, root)
    this.#done++
    if (saved === undefined) {
      if (this.#copy) yield* this.#copy.copy(root)
      return
    }
    const { place, madeFrom } = saved
    if (this.roots.has(place)) return
    const after = this.roots.has(madeFrom) ? clusterAt(madeFrom) : 0
    for (const node of walkClusters(storedNodes(store), { hash: root, place }, after)) {
      if (node.place !== undefined) this.live.keep(node.place, node.end)
      else if (this.#copy) yield* this.#copy.copy(node.hash)
      if (++this.#passed % this.#clustersPerStep === 0) yield
    }
    this.roots.add(place)
  }
}

/** Clusters per array: a walk meets clusters of all ages, and within a range nearly all numbers or no number. */
const clustersPerChunk = 4096
const wholeCluster = 0xffff

/**
 * Up to where each cluster holds nodes of kept states. It takes two bytes for each cluster that was ever written, in
 * parts of 8 KiB for ranges with a live one.
 */
class LiveClusters {
  readonly #chunks = new Map<number, Uint16Array>()

  /** Keeps a node that ends at an offset of its cluster, with all before it. */
  keep(place: number, end: number): void {
    const cluster = clusterAt(place)
    const index = Math.floor(cluster / clustersPerChunk)
    let chunk = this.#chunks.get(index)
    if (chunk === undefined) {
      chunk = new Uint16Array(clustersPerChunk)
      this.#chunks.set(index, chunk)
    }
    const at = cluster % clustersPerChunk
    chunk[at] = Math.max(chunk[at]!, Math.min(end, wholeCluster))
  }

  /** The end of the last node to keep; 0 when the cluster has none, infinity when the end is too large to note. */
  endOf(cluster: number): number {
    const end = this.#chunks.get(Math.floor(cluster / clustersPerChunk))?.[cluster % clustersPerChunk] ?? 0
    return end === wholeCluster ? Number.POSITIVE_INFINITY : end
  }
}
