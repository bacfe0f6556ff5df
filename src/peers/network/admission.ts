import { blockAround, formatBlock } from '../../primitives/addressBlock.ts'
import { canonicalAddress, isLoopback, parseIpAddress } from '../../primitives/ipAddress.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'

/** Somebody who has, or wants, a place. */
export interface Occupant {
  /** Hex digits of the node id. */
  readonly id: string
  readonly address: string
  readonly isInbound: boolean
}

export interface AdmissionOptions {
  readonly maximumPeers: number
  /** Ids of nodes for which there is always a place. */
  readonly trusted: ReadonlySet<string>
  readonly scoring: Pick<PeerScoring, 'isBanned' | 'hasGoodReputation'>
}

const maximumOfAddress = 4
/** Nodes of one machine are no attack from outside, but could exhaust it. */
const maximumOfLoopback = 64
/** One owner may have many addresses, seldom in many networks. */
const maximumOfNetwork = 16
const networkBits = { ipv4: 16, ipv6: 32 }
/** Callers whose names nobody knows yet may be a few more than there are places: one may be trusted. */
const unidentified = 8

/**
 * Who may have a connection. A third of the places is for nodes that we call ourselves, so that callers alone
 * cannot surround us.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #maximumInbound: number

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#maximumInbound = options.maximumPeers - Math.floor(options.maximumPeers / 3)
  }

  /** Whether a caller is worth a handshake. */
  admits(address: string, occupants: readonly Occupant[]): boolean {
    const { scoring, trusted, maximumPeers } = this.#options
    if (scoring.isBanned(address) || !scoring.hasGoodReputation({ address })) return false
    return occupants.length < maximumPeers + trusted.size + unidentified && hasRoomAround(address, occupants)
  }

  /** Whether there is a place for a node that has told its name and is not among the occupants. */
  hasPlace(newcomer: Occupant, occupants: readonly Occupant[]): boolean {
    const { trusted, maximumPeers } = this.#options
    if (trusted.has(newcomer.id)) return true
    if (occupants.length >= maximumPeers) return false
    if (!newcomer.isInbound) return true
    const inbound = occupants.filter(({ isInbound }) => isInbound)
    return inbound.length < this.#maximumInbound && hasRoomAround(newcomer.address, occupants)
  }
}

function hasRoomAround(address: string, occupants: readonly Occupant[]): boolean {
  const bytes = parseIpAddress(address)
  if (bytes === undefined) return false
  const own = canonicalAddress(address)
  const sameAddress = occupants.filter((occupant) => canonicalAddress(occupant.address) === own).length
  if (isLoopback(bytes)) return sameAddress < maximumOfLoopback
  const network = networkOf(bytes)
  const sameNetwork = occupants.filter((occupant) => networkOfText(occupant.address) === network).length
  return sameAddress < maximumOfAddress && sameNetwork < maximumOfNetwork
}

const networkOf = (bytes: Uint8Array): string =>
  formatBlock(blockAround(bytes, bytes.length === 4 ? networkBits.ipv4 : networkBits.ipv6))

function networkOfText(address: string): string | undefined {
  const bytes = parseIpAddress(address)
  return bytes && networkOf(bytes)
}
