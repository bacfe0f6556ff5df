import type { Hash } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { maximumHeaders, maximumSkeletonChunks } from '../messages/messageLimits.ts'
import type { Peer } from '../session/peer.ts'
import { Signal } from '../sync/signal.ts'
import type { DownloadParts } from './sources.ts'

export interface HeadersAheadParts extends Pick<DownloadParts, 'sources' | 'signal'> {
  /** Whether a peer has the chain of the snapshot. */
  readonly isSuitable: (peer: Peer) => boolean
  /** Headers below this number are not needed. */
  readonly lowest: number
}

/** Headers from a point of a skeleton down to the next one, as a peer has sent them. */
export interface HeaderRange {
  readonly peer: Peer
  readonly hash: Hash
  readonly headers: readonly Uint8Array[]
}

/** The points of a peer's chain that it has sent. */
interface Skeleton {
  /** Hashes by number, multiples of the length of a range. */
  readonly points: Map<number, Hash>
  /** Where the next skeleton ends. */
  below: number
  isAsked: boolean
  /** Whether the peer sent a skeleton without usable points, or a false one. */
  isUseless: boolean
}

/** Maximum number of ranges that are requested or wait to be verified: about 4 MB of encoded headers. */
const window = 32
const skeletonSpan = maximumHeaders * maximumSkeletonChunks
const checkIntervalMs = 200

/**
 * Prefetches the headers below a position from several peers at once. Each range starts at a hash of the skeleton that
 * the same peer has sent, so a skeleton of another chain harms only its sender. The parent hash of the header above
 * verifies a range.
 */
export class HeadersAhead {
  readonly #parts: HeadersAheadParts
  readonly #news = new Signal()
  readonly #skeletons = new Map<Peer, Skeleton>()
  readonly #ranges = new Map<number, HeaderRange>()
  readonly #asked = new Set<number>()

  constructor(parts: HeadersAheadParts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => this.#news.set(), { once: true })
  }

  /** Whether peers may send ranges below a number. */
  isUseful(number: number): boolean {
    const isNear = [...this.#skeletons.values()].some(({ isAsked, points }) => isAsked || points.size > 0)
    return number > maximumHeaders && isNear
  }

  /** Requests what is missing below a number, as far as peers can take requests. */
  fill(number: number): void {
    const { sources, isSuitable, lowest } = this.#parts
    this.#forgetFrom(number)
    const needsSkeleton = (peer: Peer): boolean => {
      const { isAsked, isUseless, below } = this.#skeleton(peer, number)
      const isNear = number - below < (window * maximumHeaders) / 2
      return isSuitable(peer) && !isAsked && !isUseless && isNear && below > lowest + maximumHeaders
    }
    for (let peer = sources.pick(needsSkeleton); peer; peer = sources.pick(needsSkeleton)) {
      void this.#askSkeleton(peer, number)
    }
    const highest = number - 1 - ((number - 1) % maximumHeaders)
    for (let place = 0; place < window; place++) {
      const range = highest - place * maximumHeaders
      if (range < Math.max(lowest, 1)) return
      if (!this.#ranges.has(range) && !this.#asked.has(range)) this.#askRange(range)
    }
  }

  /** The range that begins at a number; undefined when no peer can send it. */
  async range(number: number): Promise<HeaderRange | undefined> {
    const { signal, sources, isSuitable } = this.#parts
    const mayCome = (): boolean =>
      this.#asked.has(number) ||
      [...this.#skeletons.values()].some(({ isAsked }) => isAsked) ||
      sources.has((peer) => isSuitable(peer) && this.#pointOf(peer, number) !== undefined)
    for (;;) {
      signal.throwIfAborted()
      const range = this.#ranges.get(number)
      if (range !== undefined) return range
      this.fill(number + 1)
      if (!mayCome()) return undefined
      await this.#news.wait(checkIntervalMs)
    }
  }

  /** A peer has sent a false range, or a skeleton of another chain. */
  refuse({ peer }: HeaderRange): void {
    const skeleton = this.#skeletons.get(peer)
    skeleton?.points.clear()
    if (skeleton !== undefined) skeleton.isUseless = true
    for (const [number, range] of this.#ranges) if (range.peer === peer) this.#ranges.delete(number)
  }

  #forgetFrom(number: number): void {
    for (const known of this.#ranges.keys()) if (known >= number) this.#ranges.delete(known)
    for (const [peer, { points }] of this.#skeletons) {
      if (!peer.isOpen) this.#skeletons.delete(peer)
      for (const known of points.keys()) if (known >= number) points.delete(known)
    }
  }

  #skeleton(peer: Peer, number: number): Skeleton {
    return getOrCreate(this.#skeletons, peer, () => ({
      points: new Map(),
      below: number,
      isAsked: false,
      isUseless: false,
    }))
  }

  #pointOf(peer: Peer, number: number): Hash | undefined {
    return this.#skeletons.get(peer)?.points.get(number)
  }

  async #askSkeleton(peer: Peer, number: number): Promise<void> {
    const { sources, signal } = this.#parts
    const skeleton = this.#skeleton(peer, number)
    const { below } = skeleton
    const start = Math.max(1, below - skeletonSpan)
    skeleton.isAsked = true
    try {
      const answer = await sources.ask(peer, { kind: 'skeleton-request', start }, signal)
      const points = (answer?.points ?? []).filter(
        (point) => point.number > 0 && point.number < below && point.number % maximumHeaders === 0,
      )
      skeleton.isUseless ||= answer !== undefined && points.length === 0
      for (const point of points) {
        skeleton.points.set(point.number, point.hash)
        skeleton.below = Math.min(skeleton.below, point.number)
      }
    } catch {
      // Only an abort throws, and its caller handles it.
    } finally {
      skeleton.isAsked = false
      this.#news.set()
    }
  }

  #askRange(number: number): void {
    const { sources, isSuitable } = this.#parts
    const peer = sources.pick((one) => isSuitable(one) && this.#pointOf(one, number) !== undefined)
    if (peer !== undefined) void this.#fetch(number, this.#pointOf(peer, number)!, peer)
  }

  async #fetch(number: number, hash: Hash, peer: Peer): Promise<void> {
    const { sources, signal } = this.#parts
    this.#asked.add(number)
    try {
      const count = Math.min(maximumHeaders, number)
      const answer = await sources.ask(peer, { kind: 'headers-request', hash, count }, signal)
      // The peer may have been refused meanwhile.
      if (answer !== undefined && this.#pointOf(peer, number) === hash) {
        this.#ranges.set(number, { peer, hash, headers: answer.headers })
      }
    } catch {
      // Aborted: the owner of the signal knows.
    } finally {
      this.#asked.delete(number)
      this.#news.set()
    }
  }
}
