import type { Ticket } from '../../chain/preparing/preparation.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { Slice } from '../../primitives/work/turns.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { joinBlock } from '../messages/blockParts.ts'
import { type EncodedBody, ownBytes } from '../messages/message.ts'
import { type Peer, PeerGone, PeerSilent } from '../session/peer.ts'
import {
  BodyQueue,
  type BodyTask,
  type Chunk,
  type Delivery,
  type FasterPeers,
  isMissing,
} from './bodyQueue.ts'
import type { PeerSpeed } from './peerSpeed.ts'
import { Signal } from './signal.ts'
import { RoundFailure } from './syncFailure.ts'
import type { SyncParts } from './syncParts.ts'

export interface BodyDownloadParts extends Pick<SyncParts, 'report' | 'now'> {
  readonly network: Network
  /** Speeds of peers are kept from download to download. */
  readonly speedOf: (peer: Peer) => PeerSpeed
  /** Imports the next block; an error ends the download. */
  readonly importBlock: (delivery: Delivery) => Promise<void> | void
  /** Starts preparing a block ahead of its import. */
  readonly prepare?: (header: BlockHeader, transactions: Uint8Array) => Ticket | undefined
  /** Ends the download. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Maximum memory of blocks that wait for earlier ones; requested blocks count with the average size. */
  readonly maximumWeight?: number
}

const defaultMaximumWeight = 48 << 20
/** Memory of a decoded transaction besides its bytes. */
const transactionWeight = 2_048
const maximumInFlight = 1_024
/** A peer is much faster than another if its latency is less than half. */
const minimumSpeedRatio = 2
/** Interval of checking for overdue bodies while none arrives. */
const checkIntervalMs = 100

/** A received body. */
interface Arrival {
  readonly task: BodyTask
  readonly peer: Peer
  readonly body: EncodedBody
  readonly requestedAt: number
  readonly latencyMs: number
}

/**
 * Fetches bodies from all peers that have them, from each at the speed at which it delivers, and imports the blocks in
 * order. A slow peer is asked for later bodies, which it can deliver before they are needed. An overdue body is also
 * requested from a peer that would have delivered it by now. A peer that sends a wrong body, does not answer in time,
 * or is overtaken repeatedly is not asked again.
 */
export class BodyDownload {
  readonly #parts: BodyDownloadParts
  readonly #queue = new BodyQueue()
  readonly #sources = new Set<Peer>()
  readonly #owed = new Map<Peer, number>()
  readonly #news = new Signal()
  readonly #taken = new Signal()
  readonly #arrivals: Arrival[] = []
  #isDecoding = false
  #averageWeight = transactionWeight
  #isComplete = false
  /** An error that no peer caused. */
  #internalError: unknown

  constructor(parts: BodyDownloadParts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => this.#news.set(), { once: true })
  }

  add(chunk: Chunk): void {
    this.#queue.add(chunk)
    this.#news.set()
  }

  /** Adds a peer that may be a source of chunks. */
  addSource(peer: Peer): void {
    this.#sources.add(peer)
    this.#news.set()
  }

  /** Resolves when fewer bodies than this are missing or wait to be imported. */
  async waitUntilBelow(size: number): Promise<void> {
    while (this.#queue.size >= size) {
      this.#parts.signal.throwIfAborted()
      await this.#taken.wait(checkIntervalMs)
    }
  }

  /** No more chunks will be added. */
  complete(): void {
    this.#isComplete = true
    this.#news.set()
  }

  /** Resolves when the download is complete and all its blocks are imported. */
  async run(): Promise<void> {
    const { signal, importBlock } = this.#parts
    const slice = new Slice()
    while (!(this.#isComplete && this.#queue.size === 0)) {
      signal.throwIfAborted()
      if (this.#internalError !== undefined) throw this.#internalError
      this.#askAll(slice)
      const delivery = this.#queue.take()
      if (delivery !== undefined) {
        await importBlock(delivery)
        this.#taken.set()
      } else if (this.#queue.isStuckWith(this.#sources))
        throw new RoundFailure('no peer delivers the body of the next block', 'timeout')
      else if (!slice.isOver) {
        await this.#news.wait(checkIntervalMs)
        slice.begin()
      }
      if (slice.isOver) await slice.pause()
    }
  }

  #askAll(slice: Slice): void {
    for (const peer of this.#sources) {
      if (peer.isOpen) this.#askUpToAllowance(peer, slice)
      else this.#sources.delete(peer)
    }
  }

  /** The next slice requests the rest. */
  #askUpToAllowance(peer: Peer, slice: Slice): void {
    const { speedOf } = this.#parts
    const free = speedOf(peer).allowance - (this.#owed.get(peer) ?? 0)
    for (let asked = 0; asked < free; asked++) {
      const task = this.#taskFor(peer)
      if (task === undefined) return
      void this.#ask(task, peer)
      if (slice.isOver) return
    }
  }

  #taskFor(peer: Peer): BodyTask | undefined {
    const queue = this.#queue
    if (queue.inFlight >= maximumInFlight) return undefined
    const expected = queue.heldWeight + queue.inFlight * this.#averageWeight
    const isFull = expected > (this.#parts.maximumWeight ?? defaultMaximumWeight)
    const time = this.#parts.now() - this.#parts.speedOf(peer).patienceMs
    return (
      queue.overdueNextFor(peer, time) ??
      queue.openFor(peer, this.#fasterThan(peer), isFull) ??
      queue.overdueFor(peer, time)
    )
  }

  #fasterThan(peer: Peer): FasterPeers {
    const { speedOf } = this.#parts
    const { latencyMs = 0 } = speedOf(peer)
    const peers = [...this.#sources].filter(
      (other) => minimumSpeedRatio * latencyOf(speedOf(other)) < latencyMs,
    )
    const perSecond = peers.reduce((sum, other) => sum + speedOf(other).perSecond, 0)
    return { peers, ahead: Math.ceil((perSecond * latencyMs) / 1000) }
  }

  async #ask(task: BodyTask, peer: Peer): Promise<void> {
    const { now, signal, timeoutMs } = this.#parts
    const { hash } = task.compressed.header
    const requestedAt = now()
    this.#owe(peer, 1)
    this.#queue.ask(task, peer, requestedAt)
    try {
      const body = await peer.request({ kind: 'body-request', hash }, { signal, timeoutMs })
      this.#arrivals.push({ task, peer, body, requestedAt, latencyMs: now() - requestedAt })
    } catch (error) {
      this.#fail(peer, error)
      this.#settle(task, peer, undefined)
      return
    }
    await this.#decodeAll()
  }

  /** Bodies come many at a time, so they are decoded in slices. */
  async #decodeAll(): Promise<void> {
    if (this.#isDecoding) return
    this.#isDecoding = true
    const slice = new Slice()
    for (let next = this.#arrivals.shift(); next !== undefined; next = this.#arrivals.shift()) {
      this.#decode(next)
      if (slice.isOver) await slice.pause()
    }
    this.#isDecoding = false
  }

  #decode({ task, peer, body, requestedAt, latencyMs }: Arrival): void {
    let delivery: Delivery | undefined
    try {
      if (this.#parts.signal.aborted) return
      delivery = this.#delivered(task, peer, body)
      this.#measure(task, peer, requestedAt, latencyMs)
    } catch (error) {
      this.#fail(peer, error)
    } finally {
      this.#settle(task, peer, delivery)
    }
  }

  #fail(peer: Peer, error: unknown): void {
    this.#sources.delete(peer)
    if (!this.#parts.signal.aborted) this.#judge(peer, error)
  }

  #settle(task: BodyTask, peer: Peer, delivery: Delivery | undefined): void {
    this.#owe(peer, -1)
    this.#queue.settle(task, peer, delivery)
    this.#news.set()
  }

  /** Throws a `DecodeError` when the header does not commit to the body. */
  #delivered(task: BodyTask, peer: Peer, body: EncodedBody): Delivery {
    const own = ownBody(body)
    const block = joinBlock(task.compressed, own, this.#parts.network)
    const weight = weightOf(body, block)
    this.#averageWeight += (weight - this.#averageWeight) / 16
    // A block that was received twice is prepared once.
    const ticket = isMissing(task) ? this.#parts.prepare?.(block.header, own.transactions) : undefined
    return { block, peer, weight, ticket }
  }

  #measure({ answeredRequestAt }: BodyTask, peer: Peer, requestedAt: number, latencyMs: number): void {
    const { speedOf, report } = this.#parts
    const speed = speedOf(peer)
    if (answeredRequestAt === undefined) speed.delivered(latencyMs)
    else if (requestedAt < answeredRequestAt) speed.overtaken(latencyMs)
    if (!speed.isSlow || !this.#sources.delete(peer)) return
    report(peer, 'slow', `its last answer came after ${Math.round(latencyMs)} ms`)
  }

  /** Leaving is not an offence. */
  #judge(peer: Peer, error: unknown): void {
    const { report } = this.#parts
    if (error instanceof DecodeError) report(peer, 'invalid-message', error.message)
    else if (error instanceof PeerSilent) report(peer, 'timeout', error.message)
    else if (!(error instanceof PeerGone)) this.#internalError = error
  }

  #owe(peer: Peer, more: number): void {
    const owed = (this.#owed.get(peer) ?? 0) + more
    if (owed === 0) this.#owed.delete(peer)
    else this.#owed.set(peer, owed)
  }
}

const latencyOf = ({ latencyMs = Number.POSITIVE_INFINITY }: PeerSpeed): number => latencyMs

const ownBody = ({ transactions, uncles, extension }: EncodedBody): EncodedBody => ({
  transactions: ownBytes(transactions),
  uncles: ownBytes(uncles),
  extension: extension && { ...extension, extension: ownBytes(extension.extension) },
})

const weightOf = ({ transactions, uncles }: EncodedBody, block: Block): number =>
  transactions.length + uncles.length + transactionWeight * block.transactions.length
