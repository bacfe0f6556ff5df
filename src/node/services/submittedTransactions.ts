import type { TransactionPool } from '../../pool/pool.ts'
import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { decodeTransaction } from '../../protocol/transactions/decode.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { Entry, Store } from '../../store/store.ts'

const prefix = asciiBytes('pool.local.')
const numberBytes = 6
const beyondAllNumbers = 2 ** (8 * numberBytes) - 1

/** So many that have left the pool may be in the store until it is cleaned. */
const tolerance = 64

/**
 * Transactions submitted to this node that wait for a block, in the `meta` table of its store, so that a restart
 * does not lose them. What no longer waits is removed with its block, or later: a transaction that nobody can use
 * any more is refused by the pool when it comes back.
 */
export class SubmittedTransactions {
  readonly #store: Store
  readonly #pool: TransactionPool
  /** Hash of a transaction → its key, which counts up in the order of submission. */
  readonly #keys = new Map<string, Uint8Array>()
  #count = 0

  constructor(store: Store, pool: TransactionPool) {
    this.#store = store
    this.#pool = pool
  }

  /** Brings the transactions of the last run back into the pool; what it refuses is forgotten. */
  restore(): void {
    const damaged: Uint8Array[] = []
    for (const { key, value } of this.#stored()) {
      this.#count = numberOf(key) + 1
      const transaction = decoded(value)
      if (transaction === undefined) damaged.push(key)
      else this.#bringBack(transaction, key)
    }
    if (damaged.length > 0) this.#delete(damaged)
    this.synchronise()
  }

  /** Keeps a transaction that was just submitted, if it waits. */
  keep(transaction: Transaction): void {
    if (this.#pool.get(transaction.hash) === undefined) return
    this.#store.write((batch) => batch.put('meta', this.#newKey(transaction), transaction.encoded))
    if (this.#keys.size > 2 * (this.#pool.pendingCount + this.#pool.queuedCount) + tolerance)
      this.synchronise()
  }

  /** Forgets transactions that are in a block. */
  forget(transactions: readonly Transaction[]): void {
    if (this.#keys.size > 0) this.#forget(transactions.map(({ hash }) => wordKey(hash)))
  }

  /** Keeps exactly what waits. */
  synchronise(): void {
    const waiting = new Map(this.#pool.localTransactions().map((waits) => [wordKey(waits.hash), waits]))
    this.#forget([...this.#keys.keys()].filter((hash) => !waiting.has(hash)))
    const missing = [...waiting].filter(([hash]) => !this.#keys.has(hash))
    if (missing.length === 0) return
    this.#store.write((batch) => {
      for (const [, transaction] of missing) {
        batch.put('meta', this.#newKey(transaction), transaction.encoded)
      }
    })
  }

  #stored(): Entry[] {
    return [...this.#store.range('meta', { start: prefix, end: keyOf(beyondAllNumbers) })]
  }

  #bringBack(transaction: Transaction, key: Uint8Array): void {
    this.#keys.set(wordKey(transaction.hash), key)
    this.#pool.add(transaction, { local: true })
  }

  #newKey({ hash }: Transaction): Uint8Array {
    const key = keyOf(this.#count++)
    this.#keys.set(wordKey(hash), key)
    return key
  }

  #forget(hashes: readonly string[]): void {
    const kept = hashes.filter((hash) => this.#keys.has(hash))
    if (kept.length === 0) return
    this.#delete(kept.map((hash) => this.#keys.get(hash)!))
    for (const hash of kept) this.#keys.delete(hash)
  }

  #delete(keys: readonly Uint8Array[]): void {
    this.#store.write((batch) => {
      for (const key of keys) batch.delete('meta', key)
    })
  }
}

function keyOf(number: number): Uint8Array {
  const bytes = Buffer.alloc(numberBytes)
  bytes.writeUIntBE(number, 0, numberBytes)
  return concatBytes(prefix, bytes)
}

const numberOf = (key: Uint8Array): number => Buffer.from(key).readUIntBE(prefix.length, numberBytes)

/** Undefined for what is no transaction: a damaged record must not keep a node from starting. */
function decoded(bytes: Uint8Array): Transaction | undefined {
  try {
    return decodeTransaction(bytes)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
