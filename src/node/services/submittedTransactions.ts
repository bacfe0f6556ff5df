import { Buffer } from '../../platform/buffer.ts'
import type { TransactionPool } from '../../pool/pool.ts'
import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { decodeBodyItem } from '../../protocol/transactions/decode.ts'
import { decodeLocalTransaction } from '../../protocol/transactions/localTransaction.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { Entry, Store } from '../../store/store.ts'

const prefix = asciiBytes('pool.local.')
const numberBytes = 6
const highestNumber = 2 ** (8 * numberBytes) - 1

/** The store is cleaned up when it has this many transactions more than twice the pool. */
const tolerance = 64

/**
 * The waiting transactions that clients submitted to this node, stored in the `meta` table so that they survive a
 * restart. Mined ones are removed with their block, others later: the pool rejects an outdated transaction when it is
 * restored.
 */
export class SubmittedTransactions {
  readonly #store: Store
  readonly #pool: TransactionPool
  readonly #decode: (bytes: Uint8Array) => Transaction
  /** Hash of a transaction → its key in the store. Keys ascend in the order of submission. */
  readonly #keys = new Map<string, Uint8Array>()
  #count = 0

  constructor(store: Store, pool: TransactionPool, { isDevelopment }: Pick<Network, 'isDevelopment'>) {
    this.#store = store
    this.#decode = isDevelopment ? decodeLocalTransaction : decodeBodyItem
    this.#pool = pool
  }

  /** Adds the stored transactions to the pool and removes those that it rejects. */
  restore(): void {
    const damaged: Uint8Array[] = []
    for (const { key, value } of this.#stored()) {
      this.#count = numberOf(key) + 1
      const transaction = decoded(value, this.#decode)
      if (transaction === undefined) damaged.push(key)
      else this.#restoreOne(transaction, key)
    }
    if (damaged.length > 0) this.#delete(damaged)
    this.synchronise()
  }

  /** Stores a transaction that was just submitted and waits. */
  keep(transaction: Transaction): void {
    this.#store.write((batch) => batch.put('meta', this.#newKey(transaction), transaction.inBody))
    if (this.#keys.size > 2 * (this.#pool.pendingCount + this.#pool.queuedCount) + tolerance)
      this.synchronise()
  }

  /** Removes transactions that are in a block. */
  forget(transactions: readonly Transaction[]): void {
    if (this.#keys.size > 0) this.#forget(transactions.map(({ hash }) => wordKey(hash)))
  }

  /** Makes the store equal to the local transactions of the pool. */
  synchronise(): void {
    const waiting = new Map(this.#pool.localTransactions().map((waits) => [wordKey(waits.hash), waits]))
    this.#forget([...this.#keys.keys()].filter((hash) => !waiting.has(hash)))
    const missing = [...waiting].filter(([hash]) => !this.#keys.has(hash))
    if (missing.length === 0) return
    this.#store.write((batch) => {
      for (const [, transaction] of missing) {
        batch.put('meta', this.#newKey(transaction), transaction.inBody)
      }
    })
  }

  #stored(): Entry[] {
    return [...this.#store.range('meta', { start: prefix, end: keyOf(highestNumber) })]
  }

  #restoreOne(transaction: Transaction, key: Uint8Array): void {
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

/** Undefined for a damaged record, which must not keep the node from starting. */
function decoded(bytes: Uint8Array, decode: (bytes: Uint8Array) => Transaction): Transaction | undefined {
  try {
    return decode(bytes)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
