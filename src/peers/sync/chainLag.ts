import type { Peer } from '../session/peer.ts'
import type { Leaders } from './leaders.ts'
import type { SyncParts } from './syncParts.ts'
import type { SyncStatus } from './syncProgress.ts'

/** A peer this many blocks ahead is followed at once; a peer less far ahead is expected to push its blocks. */
export const farBehind = 24

export interface ChainLagParts extends Pick<SyncParts, 'chain' | 'peers'> {
  readonly leaders: Leaders
}

/** How far our chain is behind the chains of the peers. */
export class ChainLag {
  readonly #parts: ChainLagParts
  /** Number of our best block when catching up began; undefined after catching up. */
  #startingBlock: number | undefined

  constructor(parts: ChainLagParts) {
    this.#parts = parts
  }

  /** Peers that can be followed, the one with most work first. */
  get peersAhead(): Peer[] {
    const { chain, peers, leaders } = this.#parts
    return leaders.among(peers(), chain.head.totalDifficulty)
  }

  /** The highest best block among the peers ahead; our own when no peer is ahead. */
  get highest(): number {
    const heights = this.peersAhead.map(({ status }) => status?.bestNumber ?? 0)
    return Math.max(this.#parts.chain.head.number, ...heights)
  }

  /**
   * Whether new blocks and transactions cannot be used yet. Most peers must be far ahead, because a single peer could
   * otherwise stop gossip by claiming a long chain.
   */
  get isFarBehind(): boolean {
    const { peers } = this.#parts
    const far = this.peersAhead.filter((peer) => this.blocksBehind(peer) >= farBehind)
    return 2 * far.length > [...peers()].length
  }

  /** Undefined when our chain is not behind. */
  get status(): SyncStatus | undefined {
    if (this.#startingBlock === undefined) return undefined
    const currentBlock = this.#parts.chain.head.number
    return { startingBlock: this.#startingBlock, currentBlock, highestBlock: this.highest }
  }

  blocksBehind({ status }: Peer): number {
    return (status?.bestNumber ?? 0) - this.#parts.chain.head.number
  }

  /** Notes the beginning or the end of catching up. */
  update(): void {
    const current = this.#parts.chain.head.number
    const { highest } = this
    if (highest <= current) this.#startingBlock = undefined
    else if (highest - current >= farBehind) this.#startingBlock ??= current
  }
}
