import { address, bytes, bytes32, int256, string, uint256 } from '../../native/abi/types.ts'
import { bridgeEvent } from './bridgeEvent.ts'

/* Amounts are in satoshis unless stated otherwise. Bitcoin transaction ids are in printed order. */

/** RSKIP185: a request for bitcoins was queued; destination as the hash of a public key. */
export const releaseRequestReceivedByHash = bridgeEvent(
  'release_request_received',
  [address],
  [bytes, uint256],
)

/** RSKIP326: destination as an address. The amount is in wei from RSKIP427 on. */
export const releaseRequestReceived = bridgeEvent('release_request_received', [address], [string, uint256])

/** RSKIP185. The amount is in wei from RSKIP427 on. */
export const releaseRequestRejected = bridgeEvent('release_request_rejected', [address], [uint256, int256])

export const updateCollectionsEvent = bridgeEvent('update_collections', [], [address])

/** RSKIP146: the Rootstock transaction, the Bitcoin transaction it led to; amount. */
export const releaseRequested = bridgeEvent('release_requested', [bytes32, bytes32], [uint256])

/** RSKIP428: the Bitcoin transaction; the values of its inputs as variable integers. */
export const pegoutTransactionCreated = bridgeEvent('pegout_transaction_created', [bytes32], [bytes])

/** RSKIP271: the Bitcoin transaction; the hashes of the Rootstock transactions that requested it, joined. */
export const batchPegoutCreated = bridgeEvent('batch_pegout_created', [bytes32], [bytes])

/** RSKIP326: the Bitcoin transaction; the Rootstock block that created it. */
export const pegoutConfirmed = bridgeEvent('pegout_confirmed', [bytes32], [uint256])

/** RSKIP146: the Rootstock transaction that created the peg-out, the signer; the key on Bitcoin. */
export const addSignatureEvent = bridgeEvent('add_signature', [bytes32, address], [bytes])

/** RSKIP146: the Rootstock transaction that created the peg-out; the signed Bitcoin transaction. */
export const releaseBtcEvent = bridgeEvent('release_btc', [bytes32], [bytes])
