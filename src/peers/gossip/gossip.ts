import type { Hash } from '../../primitives/bytes.ts'
import type { ChainStatus, PushMessage } from '../messages/message.ts'
import { sample } from '../sample.ts'
import type { Peer } from '../session/peer.ts'
import { BlockAnnouncer, type BlockAnnouncerParts } from './blockAnnouncer.ts'
import { BlockHolders } from './blockHolders.ts'
import { BlockIntake, type BlockIntakeParts } from './blockIntake.ts'
import { TransactionIntake, type TransactionIntakeParts } from './transactionIntake.ts'
import { TransactionRelay, type TransactionRelayParts } from './transactionRelay.ts'

export type GossipParts = Omit<BlockIntakeParts, 'holders'> &
  Omit<BlockAnnouncerParts, 'holders' | 'sendStatus'> &
  Omit<TransactionIntakeParts, 'onHeld'> &
  TransactionRelayParts & {
    readonly ownStatus: () => ChainStatus
  }

/** The reference node follows only peers that have sent a status recently, so some peers get ours at this interval. */
const statusMs = 10_000
const minimumPeers = 3
const maximumPeers = 10

/** The messages that nodes send without a request: new blocks, transactions and statuses. */
export class Gossip {
  readonly #parts: GossipParts
  readonly #holders = new BlockHolders()
  readonly #blocks: BlockIntake
  readonly #announcer: BlockAnnouncer
  readonly #transactions: TransactionIntake
  readonly #relay: TransactionRelay
  readonly #statusTimer: NodeJS.Timeout

  constructor(parts: GossipParts) {
    this.#parts = parts
    const holders = this.#holders
    this.#blocks = new BlockIntake({ ...parts, holders })
    this.#announcer = new BlockAnnouncer({ ...parts, holders, sendStatus: () => this.sendStatus() })
    this.#relay = new TransactionRelay(parts)
    this.#transactions = new TransactionIntake({
      ...parts,
      onHeld: (peer, hash) => this.#relay.onHeld(peer, hash),
    })
    this.#statusTimer = setInterval(() => this.#sendStatusToSome(), statusMs)
  }

  close(): void {
    clearInterval(this.#statusTimer)
    this.#announcer.close()
    this.#relay.close()
    this.#blocks.close()
    this.#transactions.close()
  }

  /** A peer is ready. */
  greet(peer: Peer): void {
    this.#relay.greet(peer)
  }

  /** Sends our status to all peers. */
  sendStatus(): void {
    this.#sendStatusTo([...this.#parts.peers()])
  }

  #sendStatusToSome(): void {
    const { peers, random } = this.#parts
    const all = [...peers()]
    const count = Math.min(maximumPeers, Math.max(minimumPeers, Math.floor(Math.sqrt(all.length))))
    this.#sendStatusTo(sample(all, count, random))
  }

  #sendStatusTo(peers: readonly Peer[]): void {
    const status = this.#parts.ownStatus()
    for (const peer of peers) peer.send({ kind: 'status', ...status })
  }

  /** A peer has a block. */
  addHolder(peer: Peer, hash: Hash): void {
    this.#holders.add(hash, peer)
  }

  heard(peer: Peer, message: PushMessage): void {
    if (message.kind === 'block') this.#blocks.received(peer, message.block)
    else if (message.kind === 'new-block-hashes') this.#blocks.announced(peer, message.announcements)
    else if (message.kind === 'new-block-hash')
      this.#blocks.announced(peer, [{ hash: message.hash, number: 0 }])
    else if (message.kind === 'transactions') this.#transactions.received(peer, message.transactions)
    else if (message.kind === 'get-block') this.addHolder(peer, message.hash)
  }
}
