import type { Peer } from '../session/peer.ts'

/** Rounds in which others overtook a peer, after which its place is for another node. */
const mostSlowRounds = 3

/** Counts the rounds in which peers were slow. */
export class SlowPeers {
  readonly #rounds = new WeakMap<Peer, number>()

  /** A peer was slow in a round. Returns whether it has been slow too often. */
  add(peer: Peer): boolean {
    const rounds = (this.#rounds.get(peer) ?? 0) + 1
    this.#rounds.set(peer, rounds)
    return rounds >= mostSlowRounds
  }
}
