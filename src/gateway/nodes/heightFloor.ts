import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { heightLeaseMs, type NetworkHeights } from '../../server/networks/sharedHeights.ts'
import type { NodeSet } from './nodeSet.ts'

const rememberedClients = 100_000
/**
 * After a minute without an answer of that height the client may be answered from a lower block: the chain was rolled
 * back, or the node with the higher block has been away for as long.
 */
const forgottenAfterMs = 60_000

interface Seen {
  number: number
  atMs: number
}

/** The heights that gateways share. */
export type FleetHeights = Pick<NetworkHeights, 'floor' | 'tell' | 'reset' | 'close'>

export interface HeightFloorParts {
  readonly nodes: NodeSet
  /** A monotonic clock. */
  readonly elapsedMs: () => number
}

/**
 * The minimum height for an answer to a client: the maximum of what the client has seen at this gateway, what this gateway
 * announced to subscribers, and what any gateway of the fleet has answered from. A height that no node has had for the time
 * of a lease is given up, so that service continues after the highest node has died.
 */
export class HeightFloor {
  readonly #nodes: NodeSet
  readonly #elapsedMs: () => number
  readonly #seen: SeenHeights
  readonly #unfollow: () => void
  #fleet: FleetHeights | undefined
  #leased = 0
  #leasedUntilMs = 0
  /** The height that was announced to subscribers. */
  #announced = 0

  constructor({ nodes, elapsedMs }: HeightFloorParts) {
    this.#nodes = nodes
    this.#elapsedMs = elapsedMs
    this.#seen = new SeenHeights(elapsedMs)
    this.#unfollow = nodes.onChange(() => {
      const { leasedHeight } = this
      void this.#fleet?.tell(leasedHeight)
    })
  }

  /** Shares the heights with other gateways from now on. */
  share(heightsOf: (height: () => number) => FleetHeights): void {
    this.#fleet = heightsOf(() => this.leasedHeight)
  }

  /** The height of the best node, now or within the time of a lease. */
  get leasedHeight(): number {
    const best = this.#nodes.bestHeight
    if (best >= this.#leased || this.#elapsedMs() >= this.#leasedUntilMs) {
      this.#lease(Math.max(0, best))
    }
    return this.#leased
  }

  #lease(height: number): void {
    this.#leased = height
    this.#leasedUntilMs = this.#elapsedMs() + heightLeaseMs
  }

  /** Number of blocks that all nodes of this gateway are behind the height that another gateway answers from. */
  get behind(): number {
    return Math.max(0, (this.#fleet?.floor ?? 0) - this.#nodes.bestHeight)
  }

  /** The minimum height for an answer to the client. */
  minimumFor(client: string): number {
    const fleet = this.#fleet?.floor ?? 0
    const seen = Math.max(this.#announced, this.#seen.of(client))
    if (seen <= fleet) return fleet
    return seen <= this.#nodes.bestHeight ? seen : Math.max(fleet, Math.min(seen, this.leasedHeight))
  }

  /**
   * Call it before a block of this height is announced to subscribers, whose names are not known: no client is answered
   * from a lower height. If a promise is returned, other gateways know the height when it resolves.
   */
  noteAnnouncement(number: number): Promise<void> | undefined {
    this.#announced = Math.max(number, Math.min(this.#announced, this.leasedHeight))
    if (number > this.#leased) this.#lease(number)
    return this.#fleet?.tell(number)
  }

  /** The client is answered from this height. If a promise is returned, other gateways know the height when it resolves. */
  noteAnswer(client: string, number: number): Promise<void> | undefined {
    this.#seen.saw(client, number)
    if (number > this.#leased) this.#lease(number)
    return this.#fleet?.tell(number)
  }

  /** A client has rolled a chain back. */
  forgetAll(): void {
    this.#seen.forgetAll()
    this.#announced = 0
    this.#leased = 0
    this.#fleet?.reset()
  }

  close(): void {
    this.#unfollow()
    this.#fleet?.close()
  }
}

/** The heights that clients have seen: the next answer about the latest block must not be from a lower one. */
class SeenHeights {
  readonly #seen = new BoundedMap<string, Seen>(rememberedClients)
  readonly #elapsedMs: () => number

  /** `elapsedMs` is a monotonic clock. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs
  }

  of(client: string): number {
    const seen = this.#seen.get(client)
    return seen === undefined || this.#elapsedMs() > seen.atMs + forgottenAfterMs ? 0 : seen.number
  }

  saw(client: string, number: number): void {
    const seen = this.#seen.use(client)
    const nowMs = this.#elapsedMs()
    if (seen === undefined) this.#seen.set(client, { number, atMs: nowMs })
    else if (number >= seen.number || nowMs > seen.atMs + forgottenAfterMs) {
      seen.number = number
      seen.atMs = nowMs
    }
  }

  /** A client has rolled a chain back. */
  forgetAll(): void {
    this.#seen.clear()
  }
}
