import type { Chain } from '../../chain/chain.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { RecentHashes } from '../../primitives/recentHashes.ts'
import { type Peer, PeerGone, PeerSilent } from '../session/peer.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'
import type { Delivery } from './bodyQueue.ts'
import { Leaders } from './leaders.ts'
import { PeerSpeed } from './peerSpeed.ts'
import { BlockRate, type SyncProgress } from './progress.ts'
import { Round } from './round.ts'
import { type ReportOffence, RoundFailure } from './roundFailure.ts'
import { Signal } from './signal.ts'

export interface SynchroniserParts {
  readonly chain: Chain
  /** Those that are connected and ready. */
  readonly peers: () => Iterable<Peer>
  readonly report: ReportOffence
  /** Blocks that turned out invalid, so that nobody makes us fetch and execute them again. */
  readonly refused: RecentHashes
  /** Many blocks have been taken in. */
  readonly onRound: () => void
  /** A peer has given a block, which it therefore has. */
  readonly onDelivered: (peer: Peer, hash: Hash) => void
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  readonly nowSeconds: () => number
  /** Hears what went wrong on our side, such as a full disk. */
  readonly onError: (error: unknown) => void
  readonly requestTimeoutMs?: number
}

/** A peer so many blocks ahead is caught up with at once; nearer ones are expected to push their blocks. */
export const farBehind = 24
/** So long the others are given to push before their blocks are fetched. */
const pushMs = 1_500
const lookMs = 500
/** After a failure of our own, before the next attempt. */
const recoveryMs = 15_000
const defaultTimeoutMs = 10_000
/** Whom it was so often in vain to follow is not worth its place. */
const patience = 3

/** How far a node has come in catching up with its peers. */
export interface SyncStatus {
  readonly startingBlock: number
  readonly currentBlock: number
  readonly highestBlock: number
}

/** Brings the chain up to the best one among the peers, round after round, for as long as the node runs. */
export class Synchroniser {
  readonly #parts: SynchroniserParts
  readonly #leaders: Leaders
  readonly #rate: BlockRate
  readonly #speeds = new WeakMap<Peer, PeerSpeed>()
  readonly #news = new Signal()
  #controller = new AbortController()
  #running: Promise<void> | undefined
  #round: Round | undefined
  #isStopped = false
  /** Our best block when we found ourselves far behind; undefined since we have caught up. */
  #startingBlock: number | undefined
  #halted: string | undefined
  #imported = 0

  constructor(parts: SynchroniserParts) {
    this.#parts = parts
    this.#leaders = new Leaders(parts.now)
    this.#rate = new BlockRate(parts.now)
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Takes no further block in; resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#controller.abort()
    this.#news.set()
    await this.#running
  }

  /** A peer has told what its best block is. */
  heard(peer: Peer): void {
    this.#leaders.heard(peer)
    this.#lookAhead()
    this.#round?.consider(peer)
    this.#news.set()
  }

  /**
   * Whether so much is missing that news of new blocks and transactions is of no use yet. Most peers must be far
   * ahead: one that only claims to be could silence all others otherwise.
   */
  get isFarBehind(): boolean {
    const { chain, peers } = this.#parts
    const far = chain.head.number + farBehind
    const ahead = this.#better().filter(({ status }) => status!.bestNumber >= far)
    return 2 * ahead.length > [...peers()].length
  }

  /** Undefined when there is nothing to catch up with. */
  get status(): SyncStatus | undefined {
    if (this.#startingBlock === undefined) return undefined
    const currentBlock = this.#parts.chain.head.number
    const highestBlock = Math.max(currentBlock, this.#highest)
    return { startingBlock: this.#startingBlock, currentBlock, highestBlock }
  }

  get progress(): SyncProgress {
    const current = this.#parts.chain.head.number
    const highest = Math.max(current, this.#highest)
    const blocksPerSecond = this.#rate.perSecond
    const isEndInSight = highest > current && blocksPerSecond > 0
    return {
      current,
      highest,
      blocksPerSecond,
      secondsLeft: isEndInSight ? (highest - current) / blocksPerSecond : undefined,
      peers: [...this.#parts.peers()].length,
      halted: this.#halted,
    }
  }

  get #highest(): number {
    return this.#better().reduce((highest, peer) => Math.max(highest, peer.status!.bestNumber), 0)
  }

  #better(): Peer[] {
    const { chain, peers } = this.#parts
    return this.#leaders.among(peers(), chain.head.totalDifficulty)
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#lookAhead()
      const lead = this.#better().find((peer) => this.#isDue(peer))
      if (lead === undefined) await this.#news.wait(lookMs)
      else await this.#follow(lead)
    }
  }

  #lookAhead(): void {
    const current = this.#parts.chain.head.number
    const highest = this.#highest
    if (highest <= current) this.#startingBlock = undefined
    else if (highest - current >= farBehind) this.#startingBlock ??= current
  }

  #isDue(peer: Peer): boolean {
    const ahead = peer.status!.bestNumber - this.#parts.chain.head.number
    return ahead >= farBehind || this.#leaders.statusAge(peer) >= pushMs
  }

  async #follow(lead: Peer): Promise<void> {
    const { chain, peers, report, refused, onRound, now, nowSeconds } = this.#parts
    this.#controller = new AbortController()
    this.#round = new Round({
      chain,
      lead,
      others: peers,
      speedOf: (peer) => this.#speedOf(peer),
      report,
      importBlock: (delivery) => this.#import(delivery, lead),
      isRefused: (hash) => refused.has(hash),
      now,
      nowSeconds,
      requestTimeoutMs: this.#parts.requestTimeoutMs ?? defaultTimeoutMs,
      controller: this.#controller,
    })
    const importedBefore = this.#imported
    try {
      await this.#round.run()
      if (this.#imported === importedBefore) throw new RoundFailure('all its blocks were known', 'useless')
      this.#leaders.succeeded(lead)
      onRound()
      this.#halted = undefined
    } catch (error) {
      if (!this.#isStopped) await this.#recover(lead, error)
    } finally {
      this.#round = undefined
    }
  }

  async #recover(lead: Peer, error: unknown): Promise<void> {
    const { report, onError } = this.#parts
    const failures = this.#leaders.failed(lead)
    if (error instanceof PeerGone) return
    if (error instanceof PeerSilent || error instanceof RoundFailure) {
      const offence = error instanceof PeerSilent ? 'timeout' : error.offence
      if (offence !== undefined) report(lead, offence)
      const isVain = offence === 'timeout' || offence === 'useless'
      if (isVain && failures >= patience) lead.disconnect(disconnectReasons.uselessPeer)
    } else {
      this.#halted = error instanceof Error ? error.message : String(error)
      onError(error)
      await this.#news.wait(recoveryMs)
    }
  }

  #import({ block, peer }: Delivery, lead: Peer): void {
    const { chain, refused, report, onDelivered } = this.#parts
    if (this.#isStopped) throw new RoundFailure('the node is stopping')
    onDelivered(peer, block.header.hash)
    const outcome = chain.import(block)
    if (outcome.status === 'rejected') {
      const { reason, detail } = outcome.rejection
      if (reason === 'timestamp') throw new RoundFailure(`block ${block.header.number} ${detail}`)
      refused.add(block.header.hash)
      if (peer !== lead) report(peer, 'invalid-block')
      throw new RoundFailure(`block ${block.header.number}: ${reason}: ${detail}`, 'invalid-block')
    }
    if (outcome.status === 'orphan')
      throw new RoundFailure(`the parent of block ${block.header.number} is gone`)
    if (outcome.status === 'known') return
    this.#imported++
    this.#rate.count()
  }

  #speedOf(peer: Peer): PeerSpeed {
    let speed = this.#speeds.get(peer)
    if (speed === undefined) this.#speeds.set(peer, (speed = new PeerSpeed(this.#parts.now)))
    return speed
  }
}
