import { equalBytes } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Store } from '../../store/store.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import type { Peer } from '../session/peer.ts'
import { RecentRate } from '../sync/recentRate.ts'
import { Signal } from '../sync/signal.ts'
import type { SyncParts } from '../sync/syncParts.ts'
import { downloadBlocks } from './blockDownload.ts'
import { HeaderWalk } from './headerWalk.ts'
import { SnapshotJournal } from './snapshotJournal.ts'
import { snapshotOffers } from './snapshotOffers.ts'
import { SnapshotFailure, type SnapshotProgress, snapshotProgress } from './snapshotProgress.ts'
import type { SnapshotRecord, SnapshotTarget } from './snapshotRecord.ts'
import { Sources } from './sources.ts'
import { StateDownload } from './stateDownload.ts'

export interface SnapSyncParts extends Omit<SyncParts, 'refused'> {
  readonly store: Store
  /** A block that the operator vouches for; by default headers are verified back to the genesis block. */
  readonly trusted: BlockIdentifier | undefined
  readonly requestTimeoutMs?: number
  readonly blocksBelow?: number | undefined
}

const defaultTimeoutMs = 15_000
/** Interval of checking for new peers and servers. */
const checkIntervalMs = 500
/** Pause after a failure of our own. */
const recoveryMs = 15_000
/** A snapshot is given up after this time without progress. */
const patienceMs = 600_000
/** A chain with fewer blocks is executed when no peer offers a snapshot of it. */
const shortChain = 10_000
/** Time that peers of a short chain have to connect and to offer a snapshot. */
const offerMs = 10_000

/**
 * Starts an empty chain at the state of a recent block, which it fetches from peers, instead of executing all blocks.
 * It verifies the headers below the block and fetches the state at the same time, then fetches the blocks that later
 * rules read. The store has the progress, so a killed node continues (D20).
 */
export class SnapSync {
  readonly #parts: SnapSyncParts
  readonly #journal: SnapshotJournal
  readonly #sources: Sources
  readonly #news = new Signal()
  /** Bytes of chunks. */
  readonly #received: RecentRate
  #offerers: readonly Peer[] = []
  /** Asks new peers whether they serve the snapshot; undefined while none is fetched. */
  #confirm: (() => void) | undefined
  #isRunning = false
  #halted: string | undefined
  #movedAt: number
  #blocksLeft = 0

  constructor(parts: SnapSyncParts) {
    const { store, chain, now, requestTimeoutMs: timeoutMs = defaultTimeoutMs } = parts
    this.#parts = parts
    this.#journal = new SnapshotJournal(store, chain.network, () => this.#moved())
    this.#sources = new Sources({ ...parts, timeoutMs })
    this.#received = new RecentRate(now)
    this.#movedAt = now()
  }

  /** Undefined when no snapshot is fetched. */
  get progress(): SnapshotProgress | undefined {
    return this.#isRunning
      ? snapshotProgress(this.#journal.record, this.#received, this.#blocksLeft, this.#halted)
      : undefined
  }

  /** A peer is new or has sent its status. */
  heard(): void {
    this.#confirm?.()
    this.#news.set()
  }

  /** Resolves when the chain starts at a snapshot, or when it must execute all blocks. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#news.set(), { once: true })
    this.#isRunning = true
    while (!signal.aborted && this.#parts.chain.head.number === 0) {
      try {
        const record = this.#journal.record ?? (await this.#chosen(signal))
        if (record === undefined) break
        await this.#complete(record, signal)
      } catch (error) {
        if (!signal.aborted) await this.#recover(error)
      }
    }
    this.#isRunning = false
  }

  /** A snapshot that peers offer; undefined when the chain is short. */
  async #chosen(signal: AbortSignal): Promise<SnapshotRecord | undefined> {
    const { chain, peers, now, debug } = this.#parts
    const start = now()
    for (;;) {
      signal.throwIfAborted()
      const servers = [...peers()].filter((peer) => peer.servesSnapshots && peer.isOpen)
      const offers = await snapshotOffers(servers, this.#sources, chain.network, signal)
      const best = offers.find(({ target }) => target.number > chain.head.number)
      if (best !== undefined) {
        const { hash, number } = best.target
        debug('snapshot-chosen', { number, hash: toHex(hash), offers: offers.length })
        this.#offerers = offers.filter(({ target }) => target.number === number).map(({ peer }) => peer)
        this.#halted = undefined
        return this.#journal.begin(best.target)
      }
      const heights = [...peers()].map(({ status }) => status?.bestNumber ?? 0)
      const hasWaited = offers.length > 0 || now() - start > offerMs
      if (heights.length > 0 && Math.max(...heights) < shortChain && hasWaited) return undefined
      this.#halted = 'no connected peer offers a snapshot'
      await this.#news.wait(servers.length === 0 ? checkIntervalMs : 10 * checkIntervalMs)
    }
  }

  async #complete(record: SnapshotRecord, outer: AbortSignal): Promise<void> {
    const { chain, now, nowSeconds, trusted, debug, blocksBelow } = this.#parts
    const { target } = record
    const { network } = chain
    const genesis = chain.select('earliest')!.header
    const controller = new AbortController()
    const signal = AbortSignal.any([outer, controller.signal])
    const servers = new TargetServers(target, this.#sources)
    const { isServer, mayServe } = servers
    const shared = { chain, network, target, genesis, trusted, now, nowSeconds, signal }
    const parts = { ...shared, journal: this.#journal, sources: this.#sources, isServer, mayServe }
    this.#confirm = () => void this.#confirmServers(servers, signal)
    const confirming = setInterval(this.#confirm, checkIntervalMs)
    const headersAndState: Promise<void>[] = []
    try {
      await servers.confirm(this.#parts.peers(), signal)
      headersAndState.push(
        new HeaderWalk(parts).run(),
        new StateDownload({ ...parts, onChunk: (bytes) => this.#received.add(bytes) }).run(),
      )
      await Promise.all(headersAndState)
      const onLeft = (blocks: number): void => {
        this.#blocksLeft = blocks
      }
      await downloadBlocks({ ...parts, blocksBelow, onLeft })
      this.#journal.complete()
      debug('snapshot-complete', { number: target.number, hash: toHex(target.hash) })
    } finally {
      clearInterval(confirming)
      this.#confirm = undefined
      controller.abort()
      // The other one may be noting progress; the next attempt would count the same headers again.
      await Promise.allSettled(headersAndState)
    }
  }

  async #confirmServers(servers: TargetServers, signal: AbortSignal): Promise<void> {
    try {
      await servers.confirm(this.#parts.peers(), signal)
    } catch (error) {
      if (!signal.aborted) this.#parts.onError(error)
    }
  }

  /** Chunks, headers or blocks were stored. */
  #moved(): void {
    this.#movedAt = this.#parts.now()
    this.#halted = undefined
  }

  async #recover(error: unknown): Promise<void> {
    const { now, onError, report, debug } = this.#parts
    this.#halted = reasonOf(error)
    debug('snapshot-failed', { problem: this.#halted })
    if (!(error instanceof SnapshotFailure)) {
      onError(error)
      await this.#news.wait(recoveryMs)
      return
    }
    if (error.isRefuted) {
      for (const peer of this.#offerers) report(peer, 'invalid-header', error.message)
    }
    if (error.isRefuted || now() - this.#movedAt > patienceMs) {
      this.#journal.discard()
      this.#movedAt = now()
    }
    await this.#news.wait(checkIntervalMs)
  }
}

/**
 * The peers that serve snapshots and have the snapshot's block in their chain. Other peers are not asked: the state of
 * another chain would look like a false answer.
 */
class TargetServers {
  readonly #target: SnapshotTarget
  readonly #sources: Sources
  /** Whether a peer has the block; undefined while it has not answered. */
  readonly #answers = new WeakMap<Peer, boolean | undefined>()

  constructor(target: SnapshotTarget, sources: Sources) {
    this.#target = target
    this.#sources = sources
  }

  readonly isServer = (peer: Peer): boolean => this.#answers.get(peer) === true

  /** Whether a peer is a server or may become one. */
  readonly mayServe = (peer: Peer): boolean => peer.servesSnapshots && this.#answers.get(peer) !== false

  /** Asks the peers that were not asked yet. */
  async confirm(peers: Iterable<Peer>, signal: AbortSignal): Promise<void> {
    const fresh = [...peers].filter((peer) => peer.servesSnapshots && !this.#answers.has(peer))
    await Promise.all(fresh.map((peer) => this.#confirmOne(peer, signal)))
  }

  async #confirmOne(peer: Peer, signal: AbortSignal): Promise<void> {
    const { number: height, hash } = this.#target
    this.#answers.set(peer, undefined)
    const answer = await this.#sources.ask(peer, { kind: 'block-hash-request', height }, signal)
    if (answer === undefined) this.#answers.delete(peer)
    else this.#answers.set(peer, equalBytes(answer.hash, hash))
  }
}
