import type { Hash } from '../../primitives/bytes.ts'
import { type Child, placeAt, StoredNode, type TrieNode } from '../nodes/node.ts'
import { saveValue } from '../saving.ts'
import { maximumRecordLength, writeRecord } from './clusterEncoding.ts'

/** Receives the clusters and long values of a trie while it is saved; children come before their parents. */
export interface ClusterSink {
  /** Returns the number of the cluster, which is greater than all before. */
  putCluster(bytes: Uint8Array): number
  putValue(hash: Hash, value: Uint8Array): void
}

/**
 * Maximum bytes of a cluster. Reading a node reads and hashes all nodes below it in its cluster, so large clusters cost
 * time; small ones cost space, because each repeats a hash and has the overhead of an entry. About four fill a page.
 */
const maximumClusterBytes = 1000

/** All saves use this memory, one after the other; a save with larger open clusters allocates its own. */
const workspace = new Uint8Array(1 << 14)

/** The clusters that are not written yet, one after the other. The last node of a cluster is above its others. */
export class OpenClusters {
  readonly #sink: ClusterSink
  readonly #nodes: TrieNode[] = []
  /** Where the records of the nodes start. */
  readonly #starts: number[] = []
  #records: Uint8Array = workspace
  #end = 0

  constructor(sink: ClusterSink) {
    this.#sink = sink
  }

  /** Adds a node and the unsaved ones below it, and closes the clusters of its children that have no room for it. */
  add(node: TrieNode): void {
    const left = this.#nodes.length
    this.#addChild(node.left)
    let right = this.#nodes.length
    this.#addChild(node.right)
    saveValue(node.value, this.#sink)
    const maximumLength = maximumRecordLength(node)
    while (
      this.#nodes.length > left &&
      this.#end - this.#startOf(left) + maximumLength > maximumClusterBytes
    ) {
      const middle = this.#startOf(right)
      if (middle - this.#startOf(left) > this.#end - middle) {
        this.close(left, right)
        right = left
      } else this.close(right)
    }
    const start = this.#end
    const leftDistance = right > left ? start - this.#starts[right - 1]! : 0
    const rightDistance = this.#nodes.length > right ? start - this.#starts.at(-1)! : 0
    if (start + maximumLength > this.#records.length) this.#records = enlarged(this.#records, maximumLength)
    this.#nodes.push(node)
    this.#starts.push(start)
    this.#end = writeRecord(this.#records, start, node, leftDistance, rightDistance)
  }

  /** Does not add a child that is already saved, nor one that is embedded in its parent. */
  #addChild(child: Child | undefined): void {
    if (child === undefined || child instanceof StoredNode || child.saved) return
    if (!child.isEmbeddable) this.add(child)
    else {
      saveValue(child.value, this.#sink)
      child.saved = true
    }
  }

  /** Writes the nodes between two indexes as a cluster, and returns the place of the last. */
  close(from: number, to = this.#nodes.length): number {
    const start = this.#startOf(from)
    const end = this.#startOf(to)
    const cluster = this.#sink.putCluster(this.#records.slice(start, end))
    let place = 0
    for (let index = from; index < to; index++) {
      const node = this.#nodes[index]!
      place = placeAt(cluster, this.#starts[index]! - start)
      node.place = place
      node.saved = true
    }
    this.#records.copyWithin(start, end, this.#end)
    this.#nodes.splice(from, to - from)
    this.#starts.splice(from, to - from)
    for (let index = from; index < this.#starts.length; index++) this.#starts[index]! -= end - start
    this.#end -= end - start
    return place
  }

  #startOf(index: number): number {
    return this.#starts[index] ?? this.#end
  }
}

function enlarged(bytes: Uint8Array, more: number): Uint8Array {
  const larger = new Uint8Array(2 * bytes.length + more)
  larger.set(bytes)
  return larger
}
