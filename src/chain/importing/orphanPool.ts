import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'

interface Orphan {
  readonly block: Block
  readonly bytes: number
}

/** What decoded headers and transactions weigh in memory, roughly; of transactions besides their bytes. */
const headerBytes = 4096
const transactionBytes = 1024

/** Blocks that wait for their parent. Bounded: when it is full, the one that has waited longest goes. */
export class OrphanPool {
  readonly #capacityBytes: number
  /** By hash, in order of arrival. */
  readonly #orphans = new Map<string, Orphan>()
  /** Hash of a parent → hashes of its waiting children. */
  readonly #children = new Map<string, Set<string>>()
  #bytes = 0

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes
  }

  get size(): number {
    return this.#orphans.size
  }

  add(block: Block): void {
    const key = wordKey(block.header.hash)
    if (this.#orphans.has(key)) return
    const bytes = bytesOf(block)
    this.#orphans.set(key, { block, bytes })
    this.#childrenOf(block).add(key)
    this.#bytes += bytes
    for (const oldest of this.#orphans.keys()) {
      if (this.#bytes <= this.#capacityBytes) break
      this.#remove(oldest)
    }
  }

  /** Removes and returns the blocks that wait for this one. */
  takeChildren(parent: Hash): Block[] {
    const keys = [...(this.#children.get(wordKey(parent)) ?? [])]
    return keys.map((key) => this.#remove(key).block)
  }

  #remove(key: string): Orphan {
    const orphan = this.#orphans.get(key)!
    this.#orphans.delete(key)
    this.#bytes -= orphan.bytes
    const siblings = this.#childrenOf(orphan.block)
    siblings.delete(key)
    if (siblings.size === 0) this.#children.delete(wordKey(orphan.block.header.parentHash))
    return orphan
  }

  #childrenOf({ header }: Block): Set<string> {
    const key = wordKey(header.parentHash)
    let children = this.#children.get(key)
    if (children === undefined) this.#children.set(key, (children = new Set()))
    return children
  }
}

function bytesOf({ transactions, uncles }: Block): number {
  const head = headerBytes * (1 + uncles.length)
  return transactions.reduce((sum, { encoded }) => sum + transactionBytes + encoded.length, head)
}
