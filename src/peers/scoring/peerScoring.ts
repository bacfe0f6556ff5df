import { sourceOf } from '../../primitives/addressBlock.ts'
import { isLoopback, parseIpAddress } from '../../primitives/ipAddress.ts'
import { BanList } from './banList.ts'
import { type HostLookup, resolveBanTarget } from './banTarget.ts'
import type { PeerEvent } from './peerEvent.ts'
import type { Punishment, Standing } from './standing.ts'
import { Standings } from './standings.ts'

const minute = 60_000

export interface PeerScoringOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Finds the addresses of hosts to ban; without it only addresses can be named. */
  readonly lookup?: HostLookup
  readonly maximumNodes?: number
  readonly maximumAddresses?: number
  readonly nodePunishment?: Punishment
  readonly addressPunishment?: Punishment
}

/** Whom an event is about. The id, in hex, is not known before the handshake. */
export interface ScoredPeer {
  readonly id?: string
  readonly address: string
}

export interface ListedStanding {
  readonly type: 'node' | 'address'
  /** Hex of the node id, or the address. */
  readonly name: string
  readonly standing: Standing
}

/**
 * What nodes and addresses have done. Each event counts for the node and for the source it speaks from; who has
 * sent something that no honest node sends is punished for a while under both names. Nodes on this machine
 * share its loopback address, so there only the node is punished.
 */
export class PeerScoring {
  readonly #now: () => number
  readonly #lookup: HostLookup
  readonly #nodes: Standings
  readonly #addresses: Standings
  readonly #nodePunishment: Punishment
  readonly #addressPunishment: Punishment
  readonly #bans = new BanList()

  constructor(options: PeerScoringOptions) {
    this.#now = options.now
    this.#lookup = options.lookup ?? (async () => undefined)
    this.#nodes = new Standings(options.maximumNodes ?? 1000)
    this.#addresses = new Standings(options.maximumAddresses ?? 4000)
    this.#nodePunishment = options.nodePunishment ?? {
      firstMs: 12 * minute,
      growth: 1.1,
      maximumMs: Number.POSITIVE_INFINITY,
    }
    this.#addressPunishment = options.addressPunishment ?? {
      firstMs: 12 * minute,
      growth: 1.1,
      maximumMs: 6000 * minute,
    }
  }

  record({ id, address }: ScoredPeer, event: PeerEvent): void {
    const now = this.#now()
    if (id !== undefined) {
      const node = this.#nodes.touch(id, now)
      node.record(event)
      node.punishFor(event, now, this.#nodePunishment)
    }
    const shared = this.#addresses.touch(sourceOf(address), now)
    shared.record(event)
    if (!isLocal(address)) shared.punishFor(event, now, this.#addressPunishment)
  }

  /** Whether neither the node nor its address is under punishment. */
  hasGoodReputation({ id, address }: ScoredPeer): boolean {
    if (id !== undefined && this.isPunished(id)) return false
    return !this.#addresses.find(sourceOf(address), this.#now())?.isPunished
  }

  /** Whether a node is under punishment itself. */
  isPunished(id: string): boolean {
    return this.#nodes.find(id, this.#now())?.isPunished ?? false
  }

  isBanned(address: string): boolean {
    return this.#bans.covers(address)
  }

  /** Takes an address, a block of them as `address/bits`, or a host. Rejects with `InvalidBanTarget`. */
  async ban(text: string): Promise<void> {
    this.#bans.add(await resolveBanTarget(text, this.#lookup))
  }

  async unban(text: string): Promise<void> {
    this.#bans.remove(await resolveBanTarget(text, this.#lookup))
  }

  bannedAddresses(): string[] {
    return this.#bans.list()
  }

  /** Nodes first, then addresses. */
  list(): ListedStanding[] {
    const now = this.#now()
    const listed =
      (type: ListedStanding['type']) =>
      ([name, standing]: [string, Standing]): ListedStanding => ({ type, name, standing })
    return [...this.#nodes.list(now).map(listed('node')), ...this.#addresses.list(now).map(listed('address'))]
  }

  /** Forgets what an address, a host's address, or a node has done. False when the text names neither. */
  async clear(text: string): Promise<boolean> {
    if (/^[0-9a-f]{128}$/i.test(text)) {
      this.#nodes.clear(text.toLowerCase())
      return true
    }
    const address = parseIpAddress(text) === undefined ? await this.#lookup(text) : text
    if (address === undefined) return false
    this.#addresses.clear(sourceOf(address))
    return true
  }
}

function isLocal(address: string): boolean {
  const bytes = parseIpAddress(address)
  return bytes !== undefined && isLoopback(bytes)
}
