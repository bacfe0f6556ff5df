import type { Satoshis } from '../../bitcoin/transactions/satoshis.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { type EntryWithHash, entriesWithHash } from './entriesWithHash.ts'

/** A request for bitcoins that waits to be paid. */
export interface ReleaseRequest extends EntryWithHash {
  /** Hash of the public key they are paid to. */
  readonly destination: Uint8Array
  readonly amount: Satoshis
}

/** Requests in the order of their arrival. */
export const releaseQueue = entriesWithHash<ReleaseRequest>('releaseRequestQueue', {
  read: (reader, readHash) => ({
    destination: reader.fixed('destination', 20),
    amount: reader.unsigned('amount'),
    transactionHash: readHash(),
  }),
  items: ({ destination, amount }) => [destination, unsignedBytes(amount)],
})

export const releaseRequests = releaseQueue.cell
