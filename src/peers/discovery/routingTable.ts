import { keccak256 } from '../../crypto/keccak256.ts'
import { sourceOf } from '../../primitives/addresses/addressBlock.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { type Enode, isSameAddress } from '../identity/enode.ts'

/** A node that has answered from its address. It accepts connections at the same address. */
export interface KnownNode extends Enode {
  /** The id in hex digits; tables use it as their key. */
  readonly name: string
  /** Its position for distances between nodes. */
  readonly position: Hash
}

/** Rootstock hashes the id twice. */
export const positionOf = (id: Uint8Array): Hash => keccak256(keccak256(id))

export const knownNode = ({ id, host, port }: Enode): KnownNode => ({
  id,
  host,
  port,
  name: toHexDigits(id),
  position: positionOf(id),
})

/** 256 minus the number of leading bits that two positions have in common. */
export function distance(a: Hash, b: Hash): number {
  for (let index = 0; index < 32; index++) {
    const difference = a[index]! ^ b[index]!
    if (difference !== 0) return 256 - 8 * index - (Math.clz32(difference) - 24)
  }
  return 0
}

export type Placement =
  /** `added`: the node is new. `known`: it was there and now counts as seen last. */
  | { readonly outcome: 'added' | 'known' }
  /** Its bucket is full, or it is known at another address. It can be placed when the rival is removed. */
  | { readonly outcome: 'contested'; readonly rival: KnownNode }
  /** The table has the maximum number of nodes of its address. */
  | { readonly outcome: 'crowded' }

const bucketCount = 256

export interface TableLimits {
  readonly bucketSize: number
  /** Maximum number of nodes per address, so that one machine cannot fill the table with invented ids. */
  readonly nodesPerAddress: number
}

const defaultTableLimits: TableLimits = { bucketSize: 16, nodesPerAddress: 16 }

/** The known nodes in buckets by their distance from this node, each bucket in the order in which they were seen. */
export class RoutingTable {
  readonly #ownPosition: KnownNode['position']
  readonly #limits: TableLimits
  readonly #buckets: Map<string, KnownNode>[] = Array.from({ length: bucketCount }, () => new Map())
  readonly #byName = new Map<string, KnownNode>()
  readonly #countBySource = new Map<string, number>()

  constructor(ownId: Uint8Array, limits: TableLimits = defaultTableLimits) {
    this.#ownPosition = positionOf(ownId)
    this.#limits = limits
  }

  get size(): number {
    return this.#byName.size
  }

  get(id: Uint8Array): KnownNode | undefined {
    return this.getByName(toHexDigits(id))
  }

  getByName(name: string): KnownNode | undefined {
    return this.#byName.get(name)
  }

  all(): KnownNode[] {
    return [...this.#byName.values()]
  }

  /** Whether nodes are known at the source of an address, which for IPv6 is its network. */
  hasNodesAt(host: string): boolean {
    return this.#countAt(host) > 0
  }

  /**
   * Adds a node that has just answered from its address. Answers do not name their recipient, so an attacker could
   * forward answers of a node as if the node had moved; therefore a known address is kept while it answers.
   */
  place(node: KnownNode): Placement {
    const known = this.#byName.get(node.name)
    if (known && !isSameAddress(known, node)) return { outcome: 'contested', rival: known }
    if (known) this.remove(node.name)
    const bucket = this.#bucketOf(node)
    if (this.#countAt(node.host) >= this.#limits.nodesPerAddress) return { outcome: 'crowded' }
    if (bucket.size >= this.#limits.bucketSize) {
      return { outcome: 'contested', rival: bucket.values().next().value! }
    }
    bucket.set(node.name, node)
    this.#byName.set(node.name, node)
    this.#countBySource.set(sourceOf(node.host), this.#countAt(node.host) + 1)
    return { outcome: known ? 'known' : 'added' }
  }

  remove(name: string): void {
    const node = this.#byName.get(name)
    if (!node) return
    this.#bucketOf(node).delete(name)
    this.#byName.delete(name)
    const left = this.#countAt(node.host) - 1
    if (left > 0) this.#countBySource.set(sourceOf(node.host), left)
    else this.#countBySource.delete(sourceOf(node.host))
  }

  /** All nodes, the one nearest to a position first. */
  nearest(position: KnownNode['position']): KnownNode[] {
    return this.all().sort((a, b) => distance(a.position, position) - distance(b.position, position))
  }

  #countAt(host: string): number {
    return this.#countBySource.get(sourceOf(host)) ?? 0
  }

  #bucketOf(node: KnownNode): Map<string, KnownNode> {
    return this.#buckets[Math.max(0, distance(this.#ownPosition, node.position) - 1)]!
  }
}
