import { clusterAt } from '../../trie/nodes/place.ts'

/** Clusters of one array: a walk meets clusters of all ages, but most numbers in a range or none. */
const clustersPerChunk = 4096
const wholeCluster = 0xffff

/**
 * Up to where each cluster holds nodes of kept states. It takes two bytes for each cluster that was ever written, in
 * parts of 8 KiB for ranges with a live one.
 */
export class LiveClusters {
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
