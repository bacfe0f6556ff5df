import { openRecord, sealRecord } from '../../chain/storage/sealedRecord.ts'
import { asciiBytes, asHash, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Batch, Reader } from '../../store/store.ts'
import type { BlockIdentifier } from '../messages/message.ts'

/** The block whose state is fetched. */
export interface SnapshotTarget extends BlockIdentifier {
  readonly stateRoot: Hash
  /** As peers claim it; checked against the work of the headers. */
  readonly totalDifficulty: bigint
}

/**
 * The stored progress of a snapshot, from which a killed node continues. Nodes of the state are stored under their
 * hashes, so the number of complete chunks is enough.
 */
export interface SnapshotRecord {
  readonly target: SnapshotTarget
  /** Bytes of the whole state; 0 until the first chunk has proven it. */
  readonly stateBytes: number
  /** All chunks before this one are stored. */
  readonly chunks: number
  /** The lowest verified header below the target; at first the target itself. */
  readonly header: BlockIdentifier
  /** The work of the verified headers: without uncles, and its maximum with them. */
  readonly minimumWork: bigint
  readonly maximumWork: bigint
  /** Whether the headers lead to the genesis block or a trusted one. */
  readonly isVerified: boolean
}

const key = asciiBytes('peers.snapshot')

export const newRecord = (target: SnapshotTarget): SnapshotRecord => ({
  target,
  stateBytes: 0,
  chunks: 0,
  header: { hash: target.hash, number: target.number },
  minimumWork: 0n,
  maximumWork: 0n,
  isVerified: false,
})

export function readRecord(reader: Reader): SnapshotRecord | undefined {
  const bytes = reader.get('meta', key)
  if (bytes === undefined) return undefined
  const fields = RlpReader.list(openRecord('meta', key, bytes), 'snapshot record')
  return {
    target: {
      hash: asHash(fields.fixed('hash', 32)),
      number: fields.number('number'),
      stateRoot: asHash(fields.fixed('stateRoot', 32)),
      totalDifficulty: fields.unsigned('totalDifficulty'),
    },
    stateBytes: fields.number('stateBytes'),
    chunks: fields.number('chunks'),
    header: { hash: asHash(fields.fixed('headerHash', 32)), number: fields.number('headerNumber') },
    minimumWork: fields.unsigned('minimumWork'),
    maximumWork: fields.unsigned('maximumWork'),
    isVerified: fields.number('isVerified') === 1,
  }
}

export function putRecord(batch: Batch, record: SnapshotRecord): void {
  const { target, header } = record
  const number = (value: number | bigint): Uint8Array => unsignedBytes(value)
  const content = encodeRlp([
    target.hash,
    number(target.number),
    target.stateRoot,
    number(target.totalDifficulty),
    number(record.stateBytes),
    number(record.chunks),
    header.hash,
    number(header.number),
    number(record.minimumWork),
    number(record.maximumWork),
    number(record.isVerified ? 1 : 0),
  ])
  batch.put('meta', key, sealRecord(key, content))
}

export const deleteRecord = (batch: Batch): void => batch.delete('meta', key)
