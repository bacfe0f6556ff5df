import type { Hash } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { RecentHashes } from '../recentHashes.ts'
import type { Peer } from '../session/peer.ts'
import type { GossipPool } from './transactionIntake.ts'

export interface TransactionRelayParts {
  readonly pool: GossipPool
  readonly peers: () => Iterable<Peer>
}

/**
 * Transactions that become pending within this time go out in one message, because peers limit the number of messages.
 */
const gatheringMs = 50
const maximumGathered = 4_096
const maximumMessageBytes = 256 << 10
/** Number of transactions per peer that are remembered as known to it. */
const rememberedOfPeer = 8_192

/** Sends each transaction that becomes pending once to every peer that does not know it. */
export class TransactionRelay {
  readonly #parts: TransactionRelayParts
  readonly #known = new WeakMap<Peer, RecentHashes>()
  readonly #unfollow: () => void
  #gathered: Transaction[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(parts: TransactionRelayParts) {
    this.#parts = parts
    this.#unfollow = parts.pool.onPending((transactions) => this.#gather(transactions))
  }

  close(): void {
    this.#unfollow()
    clearTimeout(this.#timer)
  }

  /** A peer has sent a transaction, so it has it. */
  onHeld(peer: Peer, hash: Hash): void {
    this.#knownTo(peer).add(hash)
  }

  /** Sends the local transactions to a new peer, because they may have been submitted while no peer was connected. */
  greet(peer: Peer): void {
    this.#send(peer, this.#parts.pool.localTransactions().slice(0, maximumGathered))
  }

  /** Transactions beyond the bound are not relayed. */
  #gather(transactions: readonly Transaction[]): void {
    this.#gathered.push(...transactions.slice(0, maximumGathered - this.#gathered.length))
    this.#timer ??= setTimeout(() => this.#flush(), gatheringMs)
  }

  /**
   * Skips transactions that have left the pool meanwhile because they could not be stored: their sender received an
   * error.
   */
  #flush(): void {
    const { pool } = this.#parts
    const transactions = this.#gathered.filter(({ hash }) => pool.get(hash) !== undefined)
    this.#gathered = []
    this.#timer = undefined
    for (const peer of this.#parts.peers()) this.#send(peer, transactions)
  }

  #send(peer: Peer, transactions: readonly Transaction[]): void {
    if (!peer.isOpen) return
    const known = this.#knownTo(peer)
    const news = transactions.filter(({ hash }) => !known.has(hash))
    for (const message of inMessages(news)) {
      const isSent = peer.send({
        kind: 'transactions',
        transactions: message.map(({ inBody }) => inBody),
      })
      if (!isSent) return
      for (const { hash } of message) known.add(hash)
    }
  }

  #knownTo(peer: Peer): RecentHashes {
    return getOrCreate(this.#known, peer, () => new RecentHashes(rememberedOfPeer))
  }
}

function* inMessages(transactions: readonly Transaction[]): Generator<readonly Transaction[]> {
  let message: Transaction[] = []
  let bytes = 0
  for (const transaction of transactions) {
    if (message.length > 0 && bytes + transaction.inBody.length > maximumMessageBytes) {
      yield message
      message = []
      bytes = 0
    }
    message.push(transaction)
    bytes += transaction.inBody.length
  }
  if (message.length > 0) yield message
}
