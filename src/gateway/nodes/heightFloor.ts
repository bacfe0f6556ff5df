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
 * The height below which a client is not answered: what it has seen at this gateway, what subscribers were told of here,
 * and what any gateway of the fleet has answered from. A height that no node has had for the time of a lease is given up, so that the service goes on after the
 * highest node has died.
 */
export class HeightFloor {
  readonly #nodes: NodeSet
  readonly #elapsedMs: () => number
  readonly #seen: SeenHeights
  readonly #unfollow: () => void
  #fleet: FleetHeights | undefined
  #held = 0
  #heldUntilMs = 0
  /** Subscribers were told of this height. */
  #told = 0

  constructor({ nodes, elapsedMs }: HeightFloorParts) {
    this.#nodes = nodes
    this.#elapsedMs = elapsedMs
    this.#seen = new SeenHeights(elapsedMs)
    this.#unfollow = nodes.onChange(() => {
      const { held } = this
      void this.#fleet?.tell(held)
    })
  }

  /** The heights are shared with other gateways from now on. */
  share(heightsOf: (height: () => number) => FleetHeights): void {
    this.#fleet = heightsOf(() => this.held)
  }

  /** The height of the best node now, or of one that was there within the time of a lease. */
  get held(): number {
    const best = this.#nodes.bestHeight
    if (best >= this.#held || this.#elapsedMs() >= this.#heldUntilMs) {
      this.#hold(Math.max(0, best))
    }
    return this.#held
  }

  #hold(height: number): void {
    this.#held = height
    this.#heldUntilMs = this.#elapsedMs() + heightLeaseMs
  }

  /** How far all nodes of this gateway are behind what another gateway answers from. */
  get behind(): number {
    return Math.max(0, (this.#fleet?.floor ?? 0) - this.#nodes.bestHeight)
  }

  /** The least height for an answer to the client. */
  of(client: string): number {
    const fleet = this.#fleet?.floor ?? 0
    const seen = Math.max(this.#told, this.#seen.of(client))
    if (seen <= fleet) return fleet
    return seen <= this.#nodes.bestHeight ? seen : Math.max(fleet, Math.min(seen, this.held))
  }

  /**
   * Subscribers, whose names are not known, will be told of this height: no client is answered from a lower one. If a
   * promise is returned, other gateways know of the height when it resolves.
   */
  tellsSubscribers(number: number): Promise<void> | undefined {
    this.#told = Math.max(number, Math.min(this.#told, this.held))
    if (number > this.#held) this.#hold(number)
    return this.#fleet?.tell(number)
  }

  /** The client is answered from this height. If a promise is returned, other gateways know of the height when it resolves. */
  saw(client: string, number: number): Promise<void> | undefined {
    this.#seen.saw(client, number)
    if (number > this.#held) this.#hold(number)
    return this.#fleet?.tell(number)
  }

  /** A client has rolled a chain back. */
  forgetAll(): void {
    this.#seen.forgetAll()
    this.#told = 0
    this.#held = 0
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
