import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { ChainStatus } from '../messages/message.ts'
import { type NetworkStatus, protocolVersion } from '../messages/networkStatus.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import { type DisconnectReason, disconnectReasons } from '../transport/disconnectReason.ts'

/** The network and chain that a node and its peers must share. */
export interface ChainIdentity {
  readonly networkId: number
  readonly genesisHash: Hash
}

export const networkStatusOf = (
  { networkId, genesisHash }: ChainIdentity,
  { bestHash, totalDifficulty }: ChainStatus,
): NetworkStatus => ({ protocolVersion, networkId, totalDifficulty, bestHash, genesisHash })

/** Why a node cannot be a peer. */
export interface Mismatch {
  readonly event: PeerEvent
  readonly reason: DisconnectReason
}

/** Compares in the order, and with the disconnect reasons, of the reference node. */
export function mismatchOf(status: NetworkStatus, own: ChainIdentity): Mismatch | undefined {
  if (status.protocolVersion !== protocolVersion) {
    return { event: 'incompatible-protocol', reason: disconnectReasons.incompatibleProtocol }
  }
  if (status.networkId !== own.networkId) {
    return { event: 'invalid-network', reason: disconnectReasons.nullIdentity }
  }
  if (!equalBytes(status.genesisHash, own.genesisHash)) {
    return { event: 'unexpected-genesis', reason: disconnectReasons.unexpectedGenesis }
  }
  return undefined
}
