import { unsignedBytes } from '../../../primitives/integers.ts'
import { encodeRlp } from '../../../primitives/rlp/encode.ts'
import { RlpReader } from '../../../primitives/rlp/reader.ts'
import { cellKey } from '../../native/cellKey.ts'
import type { Satoshis } from '../constants/bridgeConstants.ts'
import type { BridgeCell, CellStore } from './cell.ts'

/** Somebody who waits for bitcoins. */
export interface ReleaseRequest {
  /** Hash of the public key they are paid to. */
  readonly destination: Uint8Array
  readonly amount: Satoshis
  /** The Rootstock transaction of the request; unknown for those from before RSKIP146. */
  readonly transactionHash: Uint8Array | undefined
}

const legacyKey = cellKey('releaseRequestQueue')
const hashedKey = cellKey('releaseRequestQueueWithTxHash')

/** Requests in the order of their arrival; those without a transaction hash have a cell of their own. */
export const releaseRequests: BridgeCell<readonly ReleaseRequest[]> = {
  name: 'releaseRequestQueue',
  savedWhen: 'loaded',
  read(store) {
    const legacy = readRequests(store, legacyKey, false)
    return store.rules.rskip146 ? [...legacy, ...readRequests(store, hashedKey, true)] : legacy
  },
  write(store, requests) {
    store.write(legacyKey, encodeRequests(requests.filter((request) => !request.transactionHash)))
    if (store.rules.rskip146) store.write(hashedKey, encodeHashedRequests(requests))
  },
}

function readRequests(store: CellStore, key: Uint8Array, hasHash: boolean): ReleaseRequest[] {
  const bytes = store.read(key)
  if (bytes.length === 0) return []
  const reader = RlpReader.list(bytes, 'releaseRequestQueue')
  const requests: ReleaseRequest[] = []
  while (!reader.done) {
    requests.push({
      destination: reader.fixed('destination', 20),
      amount: reader.unsigned('amount'),
      transactionHash: hasHash ? reader.fixed('transactionHash', 32) : undefined,
    })
  }
  return requests
}

export const encodeRequests = (requests: readonly ReleaseRequest[]): Uint8Array =>
  encodeRlp(requests.flatMap(({ destination, amount }) => [destination, unsignedBytes(amount)]))

/** Leaves out the requests without a transaction hash. */
export const encodeHashedRequests = (requests: readonly ReleaseRequest[]): Uint8Array =>
  encodeRlp(
    requests.flatMap(({ destination, amount, transactionHash }) =>
      transactionHash ? [destination, unsignedBytes(amount), transactionHash] : [],
    ),
  )
