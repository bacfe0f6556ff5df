import { integerOf } from '../../../shared/format/quantity.ts'
import type { Hex, Transaction } from '../../../shared/rpc/answers.ts'

/**
 * By sender and nonce, as `txpool_content` answers: a list in the reference node's form, in which a missing receiver is a zero
 * byte, and the transaction alone in Ethereum's.
 */
type BySender = Readonly<Record<string, Readonly<Record<string, Transaction | readonly Transaction[]>>>>

export interface PoolContent {
  readonly pending: BySender
  readonly queued: BySender
}

export interface Waiting {
  readonly transaction: Transaction
  /** Queued ones wait for another transaction of their sender. */
  readonly isQueued: boolean
  readonly firstSeenMs: number
}

/** A transaction that has left the pool. */
export interface Gone {
  readonly transaction: Transaction
  readonly atMs: number
  /** The one in its place, when that is in the pool. */
  readonly replacedBy: Hex | undefined
}

const maximumGone = 50

/** What is in the pool, and what left it since the first poll. */
export class PoolWatch {
  #waiting: ReadonlyMap<Hex, Waiting> = new Map()
  #gone: readonly Gone[] = []

  look(content: PoolContent, nowMs: number): void {
    const next = new Map<Hex, Waiting>()
    const byPlace = new Map<string, Hex>()
    const add = (transaction: Transaction, isQueued: boolean) => {
      const { hash } = transaction
      next.set(hash, { transaction, isQueued, firstSeenMs: this.#waiting.get(hash)?.firstSeenMs ?? nowMs })
      byPlace.set(placeOf(transaction), hash)
    }
    for (const transaction of transactionsIn(content.pending)) add(transaction, false)
    for (const transaction of transactionsIn(content.queued)) add(transaction, true)
    const left = [...this.#waiting.values()].filter(({ transaction: { hash } }) => !next.has(hash))
    const gone = left.map(({ transaction }) => ({
      transaction,
      atMs: nowMs,
      replacedBy: byPlace.get(placeOf(transaction)),
    }))
    // One that came back, as after a reorganisation, is not gone.
    const before = this.#gone.filter(({ transaction: { hash } }) => !next.has(hash))
    this.#gone = [...gone, ...before].slice(0, maximumGone)
    this.#waiting = next
  }

  /** The best payers first, then by sender and nonce. */
  get waiting(): readonly Waiting[] {
    return [...this.#waiting.values()].sort(
      ({ transaction: one, isQueued }, { transaction: other, isQueued: otherIsQueued }) =>
        Number(isQueued) - Number(otherIsQueued) ||
        Number(integerOf(other.gasPrice) - integerOf(one.gasPrice)) ||
        one.from.localeCompare(other.from) ||
        Number(integerOf(one.nonce) - integerOf(other.nonce)),
    )
  }

  /** Newest first. */
  get gone(): readonly Gone[] {
    return this.#gone
  }
}

const placeOf = ({ from, nonce }: Transaction): string => `${from} ${integerOf(nonce)}`

const transactionsIn = (senders: BySender): Transaction[] =>
  Object.values(senders).flatMap((byNonce) => Object.values(byNonce).flat().map(withReceiver))

const withReceiver = (transaction: Transaction): Transaction => ({
  ...transaction,
  to: transaction.to === null || transaction.to.length < 42 ? null : transaction.to,
  blockHash: null,
})
