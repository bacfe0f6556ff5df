import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'

/** Approximate memory of a decoded header, and of a decoded transaction besides its bytes. */
const headerBytes = 4096
const transactionBytes = 1024

/** Blocks that wait for their parent. Bounded by bytes: when it is full, the one that has waited longest is dropped. */
export class OrphanPool {
  readonly #orphans: BoundedMap<string, Block>
  /** Hash of a parent → hashes of its waiting children. */
  readonly #children = new Map<string, Set<string>>()

  constructor(capacityBytes: number) {
    this.#orphans = new BoundedMap(capacityBytes, bytesOf, (block) => this.#unlink(block))
  }

  get size(): number {
    return this.#orphans.size
  }

  add(block: Block): void {
    const key = wordKey(block.header.hash)
    if (this.#orphans.has(key)) return
    this.#orphans.set(key, block)
    if (!this.#orphans.has(key)) return
    getOrCreate(this.#children, wordKey(block.header.parentHash), () => new Set<string>()).add(key)
  }

  /** Removes and returns the blocks that wait for this one. */
  takeChildren(parent: Hash): Block[] {
    const parentKey = wordKey(parent)
    const keys = [...(this.#children.get(parentKey) ?? [])]
    this.#children.delete(parentKey)
    return keys.map((key) => {
      const orphan = this.#orphans.get(key)!
      this.#orphans.delete(key)
      return orphan
    })
  }

  #unlink({ header }: Block): void {
    const parentKey = wordKey(header.parentHash)
    const siblings = this.#children.get(parentKey)
    siblings?.delete(wordKey(header.hash))
    if (siblings?.size === 0) this.#children.delete(parentKey)
  }
}

function bytesOf({ transactions, uncles }: Block): number {
  const head = headerBytes * (1 + uncles.length)
  return transactions.reduce((sum, { encoded }) => sum + transactionBytes + encoded.length, head)
}
