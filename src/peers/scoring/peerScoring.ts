import { sourceOf } from '../../primitives/addresses/addressBlock.ts'
import { isLoopback, parseIpAddress } from '../../primitives/addresses/ipAddress.ts'
import { BanList } from './banList.ts'
import { type HostLookup, resolveBanTarget } from './banTarget.ts'
import type { PeerEvent } from './peerEvent.ts'
import type { Punishment, Standing } from './standing.ts'
import { Standings } from './standings.ts'

const minute = 60_000

export interface PeerScoringParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Finds the addresses of hosts to ban; without it only addresses can be banned. */
  readonly lookup?: HostLookup
}

export interface PeerScoringOptions {
  readonly maximumNodes?: number
  readonly maximumAddresses?: number
}

const firstPunishment = { firstMs: 12 * minute, growth: 1.1 }
const nodePunishment: Punishment = { ...firstPunishment, maximumMs: Number.POSITIVE_INFINITY }
const addressPunishment: Punishment = { ...firstPunishment, maximumMs: 6000 * minute }

/** The peer of an event. The id, in hex digits, is undefined before the handshake. */
export interface ScoredPeer {
  readonly id?: string
  readonly address: string
}

export interface ListedStanding {
  readonly type: 'node' | 'address'
  /** Hex digits of the node id, or the address. */
  readonly name: string
  readonly standing: Standing
}

/**
 * Scores of nodes and addresses. Each event counts for the node and for the source of its address. A punishable event
 * punishes both for some time. Nodes on this machine share its loopback address, so only the node is punished there.
 */
export class PeerScoring {
  readonly #now: () => number
  readonly #lookup: HostLookup
  readonly #nodes: Standings
  readonly #addresses: Standings
  readonly #bans = new BanList()

  constructor({ now, lookup }: PeerScoringParts, options: PeerScoringOptions = {}) {
    this.#now = now
    this.#lookup = lookup ?? (async () => undefined)
    this.#nodes = new Standings(options.maximumNodes ?? 1000)
    this.#addresses = new Standings(options.maximumAddresses ?? 4000)
  }

  record({ id, address }: ScoredPeer, event: PeerEvent): void {
    const now = this.#now()
    if (id !== undefined) {
      const node = this.#nodes.touch(id, now)
      node.record(event)
      node.punishFor(event, now, nodePunishment)
    }
    const shared = this.#addresses.touch(sourceOf(address), now)
    shared.record(event)
    if (!isLocal(address)) shared.punishFor(event, now, addressPunishment)
  }

  /** Whether neither the node nor its address is under punishment. */
  hasGoodReputation({ id, address }: ScoredPeer): boolean {
    if (id !== undefined && this.isPunished(id)) return false
    return !this.#addresses.find(sourceOf(address), this.#now())?.isPunished
  }

  /** Whether the node itself is under punishment, whatever its address. */
  isPunished(id: string): boolean {
    return this.#nodes.find(id, this.#now())?.isPunished ?? false
  }

  isBanned(address: string): boolean {
    return this.#bans.covers(address)
  }

  /** Bans an address, a block as `address/bits`, or a host. Rejects with `InvalidBanTarget` or `TooManyBans`. */
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

  /** Removes the standing of a node id, an address or a host's address. False for any other text. */
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
