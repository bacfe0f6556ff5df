import type { Coin } from './coins.ts'
import { type KnownTransaction, outpointKey } from './knownTransaction.ts'

export interface MempoolEntry extends KnownTransaction {
  readonly fee: bigint
  /** Seconds since 1970 at which it was accepted. */
  readonly time: number
  /** Height of the best chain at that time. */
  readonly height: number
}

/** Transactions that wait for a block. Each stands after those whose outputs it spends. */
export class Mempool {
  readonly #entries = new Map<string, MempoolEntry>()
  /** The transaction that spends an output, by the key of the output. */
  readonly #spenders = new Map<string, string>()
  #bytes = 0

  get size(): number {
    return this.#entries.size
  }

  /** Virtual bytes of all entries. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: string): MempoolEntry | undefined {
    return this.#entries.get(key)
  }

  entries(): IterableIterator<MempoolEntry> {
    return this.#entries.values()
  }

  spenderOf(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint)
  }

  /** An output of a waiting transaction as a coin of the next block. */
  coin(key: string, nextHeight: number): Coin | undefined {
    const at = key.indexOf(':')
    const entry = this.#entries.get(key.slice(0, at))
    const outputIndex = Number(key.slice(at + 1))
    const output = entry?.transaction.outputs[outputIndex]
    return (
      entry &&
      output && { transactionId: entry.id, outputIndex, output, height: nextHeight, isCoinbase: false }
    )
  }

  add(entry: MempoolEntry): void {
    this.#entries.set(entry.key, entry)
    this.#bytes += entry.virtualSize
    for (const input of entry.transaction.inputs) this.#spenders.set(outpointKey(input), entry.key)
  }

  /** Removes one entry; those that spend its outputs stay, because a block now has it. */
  removeMined(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.virtualSize
    for (const input of entry.transaction.inputs) this.#spenders.delete(outpointKey(input))
  }

  /** Removes an entry with all that depend on it. */
  removeWithDescendants(key: string): void {
    for (const descendant of this.descendantsOf(key)) this.removeMined(descendant)
  }

  clear(): MempoolEntry[] {
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    this.#spenders.clear()
    this.#bytes = 0
    return entries
  }

  /** The keys of an entry and of all that depend on it. */
  descendantsOf(key: string): ReadonlySet<string> {
    return closure(key, (each) => this.#childrenOf(each))
  }

  /** The keys of all waiting transactions that a transaction depends on, without its own. */
  ancestorsOf(known: KnownTransaction): ReadonlySet<string> {
    const found = new Set<string>()
    for (const parent of this.parentsOf(known)) {
      const ancestors = closure(parent, (each) => this.parentsOf(this.#entries.get(each)!))
      for (const ancestor of ancestors) found.add(ancestor)
    }
    return found
  }

  parentsOf({ transaction }: KnownTransaction): string[] {
    const keys = transaction.inputs.map((input) => outpointKey(input).slice(0, 64))
    return keys.filter((key) => this.#entries.has(key))
  }

  #childrenOf(key: string): string[] {
    const outputs = this.#entries.get(key)?.transaction.outputs ?? []
    return outputs.flatMap((_, index) => this.#spenders.get(`${key}:${index}`) ?? [])
  }
}

function closure(start: string, next: (key: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([start])
  // The iteration also visits members that are added during it.
  for (const key of found) for (const other of next(key)) found.add(other)
  return found
}
