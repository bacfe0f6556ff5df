import { concatBytes, type Hash } from '../../primitives/bytes.ts'
import { addressKey, keyBytes } from '../../primitives/mapKeys.ts'
import type { ChangedTables } from '../../store/postponedChange.ts'
import type { Batch, Reader } from '../../store/store.ts'
import {
  getBlockRecord,
  putDeferredRecord,
  serialOf,
  takeSerial,
  unpackBlockRecord,
} from '../storage/blockRecords.ts'
import { canonicalHashOf } from '../storage/canonicalHashes.ts'
import { contentOf } from '../storage/sealedRecord.ts'

/*
 * The participants of a block's calls, also of failed ones: senders, callees, created contracts and the beneficiaries
 * of destroyed ones. They are stored for the blocks of all branches, so that a block that joins or leaves the
 * canonical chain need not be executed again for the index.
 */

const addressLength = 20
/** Memory of a map key. */
const participantWeight = 100

/** `participants` are map keys of addresses. */
export function putParticipants(batch: Batch, blockHash: Hash, participants: ReadonlySet<string>): void {
  if (participants.size === 0) return
  const weight = participantWeight * participants.size
  putDeferredRecord(batch, 'participants', takeSerial(batch, blockHash), weight, () =>
    concatBytes(...[...participants].map(keyBytes)),
  )
}

/** Map keys of the participants of a canonical block, each once. */
export function participantsOf(reader: Reader, number: number): Iterable<string> {
  const blockHash = canonicalHashOf(reader, number)
  const serial = blockHash && serialOf(reader, blockHash)
  return serial ? participantsIn(getBlockRecord(reader, 'participants', serial)) : []
}

/** The same for a block by its hash, from tables in memory. */
export function participantsOfBlock(tables: ChangedTables, blockHash: Hash): Iterable<string> {
  const serialRecord = tables.get('serials', blockHash)
  const serial = serialRecord && contentOf(serialRecord)
  const record = serial && tables.get('participants', serial)
  return participantsIn(record && unpackBlockRecord('participants', serial, contentOf(record)))
}

function* participantsIn(addresses: Uint8Array | undefined): Generator<string, void, undefined> {
  if (addresses === undefined) return
  for (let at = 0; at < addresses.length; at += addressLength) {
    yield addressKey(addresses.subarray(at, at + addressLength))
  }
}
