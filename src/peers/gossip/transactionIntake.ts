import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Address, Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { decodeTransaction } from '../../protocol/transactions/decode.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { ownBytes } from '../messages/message.ts'
import { RecentHashes } from '../recentHashes.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import type { Peer } from '../session/peer.ts'
import type { SyncParts } from '../sync/syncParts.ts'

/** The part of the pool that gossip uses. The room `pool` is on the same floor, so it is not imported. */
export interface GossipPool {
  add(transaction: Transaction): {
    readonly status: 'pending' | 'queued' | 'rejected'
    readonly rejection?: { readonly reason: string }
  }
  get(hash: Hash): { readonly sender: Address | undefined } | undefined
  /** Transactions submitted to this node. */
  localTransactions(): readonly Transaction[]
  onPending(listener: (transactions: readonly Transaction[]) => void): () => void
}

export interface TransactionIntakeParts extends Pick<SyncParts, 'now' | 'onError'> {
  readonly pool: GossipPool
  /** Whether new blocks and transactions cannot be used yet. */
  readonly isFarBehind: () => boolean
  readonly record: (peer: Peer, event: PeerEvent, problem?: string) => void
  /** Called for every well-formed transaction of a peer, new or known. */
  readonly onHeld: (peer: Peer, hash: Hash) => void
}

interface Waiting {
  readonly peer: Peer
  readonly bytes: Uint8Array
}

const maximumTransactionBytes = 128 << 10
const maximumWaitingOfPeer = 2_048
const maximumWaiting = 8_192
const maximumWaitingBytes = 16 << 20
/** Recovering a sender takes a fifth of a millisecond; after this time other work gets its turn. */
const sliceMs = 5
/** Number of handled transactions that are remembered, so that a repeated one is not verified again. */
const rememberedTransactions = 16_384

/** Adds the transactions of peers to the pool in short slices. Transactions beyond the limits above are dropped. */
export class TransactionIntake {
  readonly #parts: TransactionIntakeParts
  readonly #seen = new RecentHashes(rememberedTransactions)
  readonly #waitingOf = new Map<Peer, number>()
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #isWorking = false

  constructor(parts: TransactionIntakeParts) {
    this.#parts = parts
  }

  close(): void {
    this.#waiting = []
  }

  received(peer: Peer, transactions: readonly Uint8Array[]): void {
    if (this.#parts.isFarBehind()) return
    for (const bytes of transactions) if (!this.#enqueue(peer, bytes)) break
    if (this.#waiting.length > 0 && !this.#isWorking) void this.#work()
  }

  /** False when no further transaction of the peer can wait. */
  #enqueue(peer: Peer, bytes: Uint8Array): boolean {
    const ofPeer = this.#waitingOf.get(peer) ?? 0
    const hasRoom = this.#waiting.length < maximumWaiting && this.#waitingBytes < maximumWaitingBytes
    if (!hasRoom || ofPeer >= maximumWaitingOfPeer) return false
    if (bytes.length > maximumTransactionBytes) return true
    this.#waiting.push({ peer, bytes: ownBytes(bytes) })
    this.#waitingBytes += bytes.length
    this.#waitingOf.set(peer, ofPeer + 1)
    return true
  }

  async #work(): Promise<void> {
    const { now, onError } = this.#parts
    this.#isWorking = true
    try {
      while (this.#waiting.length > 0) {
        await nextTurn()
        const batch = this.#waiting
        const end = now() + sliceMs
        let done = 0
        try {
          while (done < batch.length && now() < end) this.#take(batch[done++]!)
        } finally {
          if (this.#waiting === batch) this.#waiting = batch.slice(done)
        }
      }
    } catch (error) {
      onError(error)
    } finally {
      this.#isWorking = false
      if (this.#waiting.length === 0) this.#waitingOf.clear()
    }
  }

  #take({ peer, bytes }: Waiting): void {
    this.#waitingBytes -= bytes.length
    this.#waitingOf.set(peer, (this.#waitingOf.get(peer) ?? 1) - 1)
    const { record, onHeld } = this.#parts
    try {
      const transaction = decodeTransaction(bytes)
      onHeld(peer, transaction.hash)
      this.#offer(peer, transaction)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      record(peer, 'invalid-transaction')
    }
  }

  #offer(peer: Peer, transaction: Transaction): void {
    const { pool, record } = this.#parts
    if (!this.#seen.add(transaction.hash) || pool.get(transaction.hash) !== undefined) return
    const submission = pool.add(transaction)
    const isForged = submission.status === 'rejected' && submission.rejection?.reason === 'signature'
    record(peer, isForged ? 'invalid-transaction' : 'valid-transaction')
  }
}
