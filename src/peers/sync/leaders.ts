import type { Peer } from '../session/peer.ts'

interface Failures {
  readonly count: number
  /** Not before then it may lead again. */
  readonly until: number
}

const firstPauseMs = 2_000
const longestPauseMs = 600_000

/** A status says little after so long. */
const statusLifeMs = 600_000

/**
 * Decides whom to follow: the peer with the most work behind its best block, unless following it has failed;
 * then it has to wait, each time twice as long. So who only claims to have much work is soon out of the way.
 */
export class Leaders {
  readonly #now: () => number
  readonly #failures = new WeakMap<Peer, Failures>()
  readonly #toldAt = new WeakMap<Peer, number>()

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** A peer has told its status. */
  heard(peer: Peer): void {
    this.#toldAt.set(peer, this.#now())
  }

  /** How often it has failed since it last succeeded. */
  failed(peer: Peer): number {
    const count = (this.#failures.get(peer)?.count ?? 0) + 1
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 1))
    this.#failures.set(peer, { count, until: this.#now() + pause })
    return count
  }

  succeeded(peer: Peer): void {
    this.#failures.delete(peer)
  }

  /** Milliseconds since a peer told its status. */
  statusAge(peer: Peer): number {
    return this.#now() - (this.#toldAt.get(peer) ?? Number.NEGATIVE_INFINITY)
  }

  /** Peers that claim more work than this and may be believed, the most first. */
  among(peers: Iterable<Peer>, totalDifficulty: bigint): Peer[] {
    const better = [...peers].filter(
      (peer) => peer.isOpen && workOf(peer) > totalDifficulty && this.#isCredible(peer),
    )
    return better.sort((a, b) => (workOf(a) > workOf(b) ? -1 : workOf(a) < workOf(b) ? 1 : 0))
  }

  #isCredible(peer: Peer): boolean {
    const until = this.#failures.get(peer)?.until ?? 0
    return until <= this.#now() && this.statusAge(peer) <= statusLifeMs
  }
}

const workOf = ({ status }: Peer): bigint => status?.totalDifficulty ?? 0n
