import { concatBytes, type Hash } from '../../primitives/bytes.ts'
import { addressKey, keyBytes } from '../../primitives/mapKeys.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { getBlockRecord, putBlockRecord, serialOf, takeSerial } from '../storage/blockRecords.ts'
import { canonicalHashOf } from '../storage/canonicalHashes.ts'

/*
 * The participants of a block's calls, also of failed ones: senders, callees, created contracts and the beneficiaries
 * of destroyed ones. They are stored for the blocks of all branches, so that a block that joins or leaves the
 * canonical chain need not be executed again for the index.
 */

const addressLength = 20

/** `participants` are map keys of addresses. */
export function putParticipants(batch: Batch, blockHash: Hash, participants: ReadonlySet<string>): void {
  if (participants.size === 0) return
  const addresses = concatBytes(...[...participants].map(keyBytes))
  putBlockRecord(batch, 'participants', takeSerial(batch, blockHash), addresses)
}

/** Map keys of the participants of a canonical block, each once. */
export function participantsOf(reader: Reader, number: number): Iterable<string> {
  const blockHash = canonicalHashOf(reader, number)
  const serial = blockHash && serialOf(reader, blockHash)
  return serial ? participantsIn(getBlockRecord(reader, 'participants', serial)) : []
}

function* participantsIn(addresses: Uint8Array | undefined): Generator<string, void, undefined> {
  if (addresses === undefined) return
  for (let at = 0; at < addresses.length; at += addressLength) {
    yield addressKey(addresses.subarray(at, at + addressLength))
  }
}
