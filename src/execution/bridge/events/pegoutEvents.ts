import type { Address } from '../../../primitives/bytes.ts'
import { address, bytes, int256, string, uint256 } from '../../native/abi/types.ts'
import { bridgeEvent } from './bridgeEvent.ts'

/** RSKIP185: a request for bitcoins was queued; destination as the hash of a public key. */
export const releaseRequestReceivedByHash = bridgeEvent<[Address], [Uint8Array, bigint]>(
  'release_request_received',
  [address],
  [bytes, uint256],
)

/** RSKIP326: destination as an address. The amount is in satoshis, from RSKIP427 on in wei. */
export const releaseRequestReceived = bridgeEvent<[Address], [string, bigint]>(
  'release_request_received',
  [address],
  [string, uint256],
)

/** RSKIP185. The amount is in satoshis, from RSKIP427 on in wei. */
export const releaseRequestRejected = bridgeEvent<[Address], [bigint, bigint]>(
  'release_request_rejected',
  [address],
  [uint256, int256],
)

export const updateCollectionsEvent = bridgeEvent<[], [Address]>('update_collections', [], [address])
