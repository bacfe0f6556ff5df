import type { Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { getBlockRecord, putBlockRecord, type Serial, serialOf } from '../storage/blockRecords.ts'
import { damagedRecord } from '../storage/sealedRecord.ts'
import { decodeCalls, type RecordedCall } from './callRecord.ts'

/*
 * The records of calls, of blocks of all branches that were executed while the setting was on, and of those that were
 * executed again for it. Whether a block has one is asked for each block, so no branch or gap can lead to a wrong answer.
 */

export const putCalls = (batch: Batch, serial: Serial, record: Uint8Array): void =>
  putBlockRecord(batch, 'calls', serial, record)

/** The outermost call of each transaction of a block; undefined if its calls are not recorded. */
export function callsOf(reader: Reader, block: Hash): readonly RecordedCall[] | undefined {
  const serial = serialOf(reader, block)
  const record = serial && getBlockRecord(reader, 'calls', serial)
  if (record === undefined) return undefined
  try {
    return decodeCalls(record)
  } catch (error) {
    throw error instanceof DecodeError ? damagedRecord('calls', serial!) : error
  }
}
