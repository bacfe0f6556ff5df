import type { Satoshis } from '../../bitcoin/transactions/satoshis.ts'
import { cellKey } from '../../native/cellKey.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type BridgeCell, type CellStore, decodedOnce } from './cell.ts'

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
    const legacy = readRequests(store, legacyKey, legacyRequests)
    return store.rules.rskip146 ? [...legacy, ...readRequests(store, hashedKey, hashedRequests)] : legacy
  },
  write(store, requests) {
    store.write(legacyKey, encodeRequests(requests.filter((request) => !request.transactionHash)))
    if (store.rules.rskip146) store.write(hashedKey, encodeHashedRequests(requests))
  },
  keys: ({ rules }) => (rules.rskip146 ? [legacyKey, hashedKey] : [legacyKey]),
}

type RequestList = readonly ReleaseRequest[]

function readRequests(
  store: CellStore,
  key: Uint8Array,
  decode: (bytes: Uint8Array) => RequestList,
): RequestList {
  const bytes = store.read(key)
  return bytes.length === 0 ? [] : decode(bytes)
}

const legacyRequests = decodedOnce((bytes) => decodeRequests(bytes, false))
const hashedRequests = decodedOnce((bytes) => decodeRequests(bytes, true))

function decodeRequests(bytes: Uint8Array, hasHash: boolean): RequestList {
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
