import { equalBytes } from '../../primitives/bytes.ts'
import type { Peer } from '../session/peer.ts'
import type { SnapshotTarget } from './snapshotRecord.ts'
import type { Sources } from './sources.ts'

/**
 * The peers that serve snapshots and have the block of one in their chain. Only they are asked for it: a peer with
 * another chain would answer with another state, which would look like a lie.
 */
export class TargetServers {
  readonly #target: SnapshotTarget
  readonly #sources: Sources
  readonly #asked = new WeakSet<Peer>()
  readonly #confirmed = new WeakSet<Peer>()
  readonly #denied = new WeakSet<Peer>()

  constructor(target: SnapshotTarget, sources: Sources) {
    this.#target = target
    this.#sources = sources
  }

  readonly isServer = (peer: Peer): boolean => this.#confirmed.has(peer)

  /** Whether a peer is a server, or may turn out to be one. */
  readonly mayServe = (peer: Peer): boolean => peer.servesSnapshots && !this.#denied.has(peer)

  /** Asks the peers that were not asked yet. */
  async confirm(peers: Iterable<Peer>, signal: AbortSignal): Promise<void> {
    const fresh = [...peers].filter((peer) => peer.servesSnapshots && !this.#asked.has(peer))
    await Promise.all(fresh.map((peer) => this.#confirmOne(peer, signal)))
  }

  async #confirmOne(peer: Peer, signal: AbortSignal): Promise<void> {
    const { number: height, hash } = this.#target
    this.#asked.add(peer)
    const answer = await this.#sources.ask(peer, { kind: 'block-hash-request', height }, signal)
    if (answer === undefined) this.#asked.delete(peer)
    else (equalBytes(answer.hash, hash) ? this.#confirmed : this.#denied).add(peer)
  }
}
