import type { Hash } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { type Peer, PeerGone, PeerSilent } from '../session/peer.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'
import { BlockImporter } from './blockImporter.ts'
import type { Delivery } from './bodyQueue.ts'
import { ChainLag, farBehind } from './chainLag.ts'
import { Leaders } from './leaders.ts'
import { PeerSpeeds } from './peerSpeed.ts'
import { RecentRate } from './recentRate.ts'
import { Signal } from './signal.ts'
import { type Offence, offenceOf, RoundFailure } from './syncFailure.ts'
import type { SyncParts } from './syncParts.ts'
import type { SyncProgress, SyncStatus } from './syncProgress.ts'
import { Round } from './syncRound.ts'

/** A peer is disconnected after this many rounds in which it was slow, to free its place for another node. */
const maximumSlowRounds = 3

/** Counts the rounds in which peers were slow. */
export class SlowPeers {
  readonly #rounds = new WeakMap<Peer, number>()

  /** A peer was slow in a round. Returns whether it has been slow too often. */
  add(peer: Peer): boolean {
    const rounds = (this.#rounds.get(peer) ?? 0) + 1
    this.#rounds.set(peer, rounds)
    return rounds >= maximumSlowRounds
  }
}

export interface SynchroniserParts extends SyncParts {
  /** A round has ended successfully. */
  readonly onRound: () => void
  /** A peer has delivered a block, so it has the block. */
  readonly onDelivered: (peer: Peer, hash: Hash) => void
  readonly requestTimeoutMs?: number
  /** Runs before the first round, for example to fetch a snapshot. */
  readonly prelude?: (signal: AbortSignal) => Promise<void>
}

/** Time that peers a few blocks ahead have to push these blocks before they are fetched. */
const pushMs = 1_500
/** Interval of checking for a peer to follow. */
const checkIntervalMs = 500
/** Pause after a failure of our own. */
const recoveryMs = 15_000
const defaultTimeoutMs = 10_000
/** Threads are started ahead of a round that is at least this many blocks behind. */
const manyBlocks = 512
/** A peer is disconnected after this many rounds that failed because it did not answer or had no new block. */
const maximumFruitlessRounds = 3

/** Brings the chain up to the best one among the peers, round after round, for as long as the node runs. */
export class Synchroniser {
  readonly #parts: SynchroniserParts
  readonly #leaders: Leaders
  readonly #lag: ChainLag
  readonly #rate: RecentRate
  readonly #importer: BlockImporter
  readonly #speeds: PeerSpeeds
  readonly #slowPeers = new SlowPeers()
  readonly #news = new Signal()
  #controller = new AbortController()
  #running: Promise<void> | undefined
  #round: Round | undefined
  #isStopped = false
  #halted: string | undefined

  constructor(parts: SynchroniserParts) {
    const { chain, peers, now } = parts
    this.#parts = parts
    this.#leaders = new Leaders(now)
    this.#lag = new ChainLag({ chain, peers, leaders: this.#leaders })
    this.#rate = new RecentRate(now)
    this.#importer = new BlockImporter({ ...parts, rate: this.#rate })
    this.#speeds = new PeerSpeeds(now)
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Imports no further block; resolves when the current round has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#controller.abort()
    this.#news.set()
    await this.#running
    this.#importer.close()
  }

  /** A peer has sent its status. */
  heard(peer: Peer): void {
    this.#leaders.heard(peer)
    this.#lag.update()
    this.#round?.consider(peer)
    this.#news.set()
  }

  /** Whether new blocks and transactions cannot be used yet. */
  get isFarBehind(): boolean {
    return this.#lag.isFarBehind
  }

  /** Undefined when our chain is not behind. */
  get status(): SyncStatus | undefined {
    return this.#lag.status
  }

  get progress(): SyncProgress {
    const current = this.#parts.chain.head.number
    const { highest } = this.#lag
    const blocksPerSecond = this.#rate.perSecond
    const isMoving = highest > current && blocksPerSecond > 0
    return {
      current,
      highest,
      blocksPerSecond,
      secondsLeft: isMoving ? (highest - current) / blocksPerSecond : undefined,
      peers: [...this.#parts.peers()].length,
      halted: this.#halted,
    }
  }

  async #run(): Promise<void> {
    const { prelude } = this.#parts
    let isPrepared = prelude === undefined
    while (!this.#isStopped) {
      try {
        if (isPrepared) await this.#next()
        else await prelude?.(this.#controller.signal)
        isPrepared = true
      } catch (error) {
        if (!this.#isStopped) await this.#halt(error)
      }
    }
  }

  async #next(): Promise<void> {
    this.#lag.update()
    const lead = this.#lag.peersAhead.find((peer) => this.#isDue(peer))
    if (lead === undefined) await this.#news.wait(checkIntervalMs)
    else await this.#follow(lead)
  }

  /** Pauses after a failure of our own. */
  async #halt(error: unknown): Promise<void> {
    this.#halted = reasonOf(error)
    this.#parts.onError(error)
    await this.#news.wait(recoveryMs)
  }

  #isDue(peer: Peer): boolean {
    return this.#lag.blocksBehind(peer) >= farBehind || this.#leaders.statusAge(peer) >= pushMs
  }

  /** Whether another peer has so many more blocks than the leader that its chain may be another one. */
  #isOutrun(lead: Peer): boolean {
    const { bestNumber, totalDifficulty } = lead.status!
    return this.#lag.peersAhead.some(
      ({ status }) =>
        status!.totalDifficulty > totalDifficulty && status!.bestNumber - bestNumber >= farBehind,
    )
  }

  async #follow(lead: Peer): Promise<void> {
    const { peers, onRound, requestTimeoutMs = defaultTimeoutMs } = this.#parts
    this.#controller = new AbortController()
    this.#round = new Round({
      ...this.#parts,
      lead,
      others: peers,
      isOutrun: () => this.#isOutrun(lead),
      speedOf: (peer) => this.#speeds.of(peer),
      report: (peer, offence, problem) => this.#report(peer, offence, problem),
      importBlock: (delivery) => this.#import(delivery, lead),
      prepare: (header, transactions) => this.#importer.prepare(header, transactions, lead),
      requestTimeoutMs,
      controller: this.#controller,
    })
    const importedBefore = this.#importer.imported
    if (this.#lag.blocksBehind(lead) >= manyBlocks) this.#importer.begin()
    try {
      await this.#runAndSave(this.#round)
      if (this.#importer.imported === importedBefore)
        throw new RoundFailure('all its blocks were known', 'useless')
      this.#leaders.succeeded(lead)
      onRound()
    } catch (error) {
      if (this.#importer.imported > importedBefore) this.#leaders.succeeded(lead)
      if (!this.#isStopped) await this.#recover(lead, error)
    } finally {
      this.#round = undefined
    }
  }

  async #runAndSave(round: Round): Promise<void> {
    try {
      await round.run()
    } finally {
      await this.#importer.finish()
    }
  }

  async #recover(lead: Peer, error: unknown): Promise<void> {
    const { report, debug } = this.#parts
    const failures = this.#leaders.failed(lead)
    debug('sync-round-failed', { peer: lead.id, problem: reasonOf(error) })
    if (error instanceof PeerGone) return
    if (error instanceof PeerSilent || error instanceof RoundFailure) {
      const offence = offenceOf(error)
      if (offence !== undefined) report(lead, offence, error.message)
      const isFruitless = offence === 'timeout' || offence === 'useless'
      if (isFruitless && failures >= maximumFruitlessRounds) lead.disconnect(disconnectReasons.uselessPeer)
    } else await this.#halt(error)
  }

  /** A slow peer gets another chance in the next rounds, until it has been slow too often. */
  #report(peer: Peer, offence: Offence, problem: string): void {
    this.#parts.report(peer, offence, problem)
    if (offence === 'timeout') this.#leaders.silent(peer)
    if (offence !== 'slow') return
    this.#speeds.forget(peer)
    if (this.#slowPeers.add(peer)) peer.disconnect(disconnectReasons.uselessPeer)
  }

  async #import(delivery: Delivery, lead: Peer): Promise<void> {
    if (this.#isStopped) throw new RoundFailure('the node is stopping')
    await this.#importer.import(delivery, lead)
    this.#halted = undefined
  }
}
