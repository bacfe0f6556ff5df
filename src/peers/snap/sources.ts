import { setTimeout as pause } from 'node:timers/promises'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import type { RequestKind, RequestOf, ResponseOf } from '../messages/message.ts'
import { type Peer, PeerGone, PeerSilent } from '../session/peer.ts'
import type { Offence } from '../sync/syncFailure.ts'
import type { SyncParts } from '../sync/syncParts.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'
import type { SnapshotJournal } from './snapshotJournal.ts'
import { SnapshotFailure } from './snapshotProgress.ts'
import type { SnapshotTarget } from './snapshotRecord.ts'

export interface SourcesParts extends Pick<SyncParts, 'peers' | 'report' | 'now'> {
  readonly timeoutMs: number
}

/** What the downloads of a snapshot share. */
export interface DownloadParts {
  readonly target: SnapshotTarget
  readonly journal: SnapshotJournal
  readonly sources: Sources
  /** Whether a peer serves state and blocks of the target's chain. */
  readonly isServer: (peer: Peer) => boolean
  /** Whether a peer is a server or may become one. */
  readonly mayServe: (peer: Peer) => boolean
  readonly signal: AbortSignal
}

interface Standing {
  requests: number
  silences: number
  pausedUntil: number
}

/** Maximum number of requests to one peer at a time; the reference node queues as many per sender. */
const maximumRequests = 3
const firstPauseMs = 5_000
/** Interval of checking whether a peer can take a request. */
const checkIntervalMs = 200
/** A peer is disconnected after this many unanswered requests in a row. */
const maximumSilences = 3

/** The peers that a snapshot is fetched from. A peer that does not answer is not asked for a while. */
export class Sources {
  readonly #parts: SourcesParts
  readonly #standings = new WeakMap<Peer, Standing>()

  constructor(parts: SourcesParts) {
    this.#parts = parts
  }

  /** A suitable peer that can take one more request, the least busy first. */
  pick(isSuitable: (peer: Peer) => boolean): Peer | undefined {
    let best: Peer | undefined
    for (const peer of this.#parts.peers()) {
      if (!peer.isOpen || !isSuitable(peer) || this.#isPaused(peer)) continue
      const { requests } = this.#standing(peer)
      if (requests >= maximumRequests) continue
      if (best === undefined || requests < this.#standing(best).requests) best = peer
    }
    return best
  }

  /** Waits until a suitable peer can take a request. Throws a `SnapshotFailure` when no connected peer may become one. */
  async next(
    isSuitable: (peer: Peer) => boolean,
    mayBecome: (peer: Peer) => boolean,
    missing: string,
    signal: AbortSignal,
  ): Promise<Peer> {
    for (;;) {
      signal.throwIfAborted()
      const peer = this.pick(isSuitable)
      if (peer !== undefined) return peer
      if (!this.has(mayBecome)) throw new SnapshotFailure(`no connected peer ${missing}`)
      await pause(checkIntervalMs, undefined, { signal })
    }
  }

  /** Whether a suitable peer is connected, even if it is busy. */
  has(isSuitable: (peer: Peer) => boolean): boolean {
    return [...this.#parts.peers()].some((peer) => peer.isOpen && isSuitable(peer) && !this.#isPaused(peer))
  }

  /** Undefined when the peer does not answer or leaves. */
  async ask<K extends RequestKind>(
    peer: Peer,
    request: RequestOf<K>,
    signal: AbortSignal,
  ): Promise<ResponseOf<K> | undefined> {
    const { timeoutMs, report } = this.#parts
    const standing = this.#standing(peer)
    standing.requests++
    try {
      const response = await peer.request(request, { signal, timeoutMs })
      standing.silences = 0
      return response
    } catch (error) {
      if (error instanceof PeerGone) return undefined
      if (!(error instanceof PeerSilent)) throw error
      report(peer, 'timeout', error.message)
      this.#silent(peer, standing)
      return undefined
    } finally {
      standing.requests--
    }
  }

  /**
   * Pauses a peer that has sent false data and reports it. The receiver of the report decides on further consequences.
   */
  offended(peer: Peer, offence: Offence, problem: string): void {
    this.#pause(this.#standing(peer), maximumSilences)
    this.#parts.report(peer, offence, problem)
  }

  /** Counts requests that were sent together once. */
  #silent(peer: Peer, standing: Standing): void {
    if (this.#isPaused(peer)) return
    standing.silences++
    this.#pause(standing, standing.silences)
    if (standing.silences >= maximumSilences) peer.disconnect(disconnectReasons.uselessPeer)
  }

  #pause(standing: Standing, degree: number): void {
    standing.pausedUntil = this.#parts.now() + firstPauseMs * 2 ** (degree - 1)
  }

  #isPaused(peer: Peer): boolean {
    return this.#standing(peer).pausedUntil > this.#parts.now()
  }

  #standing(peer: Peer): Standing {
    return getOrCreate(this.#standings, peer, () => ({
      requests: 0,
      silences: 0,
      pausedUntil: Number.NEGATIVE_INFINITY,
    }))
  }
}
