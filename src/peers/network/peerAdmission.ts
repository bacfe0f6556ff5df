import { blockAround, formatBlock } from '../../primitives/addresses/addressBlock.ts'
import { canonicalAddress, isLoopback, parseIpAddress } from '../../primitives/addresses/ipAddress.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'

/** A node that has a place or asks for one. */
export interface Occupant {
  /** Hex digits of the node id. */
  readonly id: string
  readonly address: string
  readonly isInbound: boolean
}

export interface PeerAdmissionParts {
  readonly maximumPeers: number
  /** Ids of nodes that always get a place. */
  readonly trusted: ReadonlySet<string>
  readonly scoring: Pick<PeerScoring, 'isBanned' | 'hasGoodReputation'>
}

const maximumOfAddress = 4
/** Nodes on this machine are trusted more than remote ones, but could exhaust its resources. */
const maximumOfLoopback = 64
/** One owner can have many addresses, but seldom in many networks. */
const maximumOfNetwork = 16
const networkBits = { ipv4: 16, ipv6: 32 }
/** Handshakes that may begin although all places are taken, because the caller may be a trusted node. */
const extraHandshakes = 8

/**
 * Decides which nodes may connect. A third of the places is reserved for nodes that we call, so that callers cannot
 * take all places.
 */
export class PeerAdmission {
  readonly #parts: PeerAdmissionParts
  readonly #maximumInbound: number

  constructor(parts: PeerAdmissionParts) {
    this.#parts = parts
    this.#maximumInbound = parts.maximumPeers - Math.floor(parts.maximumPeers / 3)
  }

  /** Whether a handshake with a caller may begin. */
  admits(address: string, occupants: readonly Occupant[]): boolean {
    const { scoring, trusted, maximumPeers } = this.#parts
    if (scoring.isBanned(address) || !scoring.hasGoodReputation({ address })) return false
    return (
      occupants.length < maximumPeers + trusted.size + extraHandshakes && hasRoomAround(address, occupants)
    )
  }

  /** Whether there is a place for an identified node that is not among the occupants. */
  hasPlace(newcomer: Occupant, occupants: readonly Occupant[]): boolean {
    const { trusted, maximumPeers } = this.#parts
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
