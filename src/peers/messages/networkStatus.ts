import { asHash, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'

export const protocolVersion = 62

/** What the Hello of a node names. The second says that it answers requests for snapshots; it has no codes of its own. */
export const chainCapability = { name: 'rsk', version: protocolVersion } as const
export const snapshotCapability = { name: 'snap', version: 1 } as const

/** The first message on a connection: the protocol, network and chain of a node. */
export interface NetworkStatus {
  readonly protocolVersion: number
  readonly networkId: number
  readonly totalDifficulty: bigint
  readonly bestHash: Hash
  readonly genesisHash: Hash
}

/** The difficulty is unsigned here; in all other messages it is two's complement. */
export function encodeNetworkStatus(status: NetworkStatus): Uint8Array {
  return encodeRlp([
    unsignedBytes(status.protocolVersion),
    unsignedBytes(status.networkId),
    unsignedBytes(status.totalDifficulty),
    status.bestHash,
    status.genesisHash,
  ])
}

export function decodeNetworkStatus(payload: Uint8Array): NetworkStatus {
  const reader = RlpReader.list(payload, 'network status')
  return {
    protocolVersion: reader.number('protocolVersion'),
    networkId: reader.number('networkId'),
    totalDifficulty: reader.unsigned('totalDifficulty'),
    bestHash: asHash(reader.fixed('bestHash', 32)),
    genesisHash: asHash(reader.fixed('genesisHash', 32)),
  }
}
