import { asciiBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Batch, Reader, Store } from '../../store/store.ts'
import { openRecord, sealRecord } from '../storage/sealedRecord.ts'

/**
 * Which blocks of the canonical chain have records of their calls: those from `from` to `filled`, and those after `since`.
 * It shows operators how far the records of older blocks have come; readers look up the record of each block.
 */
export interface CallCoverage {
  readonly from: number
  /** The last block that was processed; below `from` while no block has a record. */
  readonly filled: number
  /** The best block when the calls of new blocks began to be recorded. */
  readonly since: number
}

const key = asciiBytes('chain.calls')

/** Undefined when the calls of new blocks are not recorded. */
export function callCoverage(reader: Reader): CallCoverage | undefined {
  const record = reader.get('meta', key)
  if (record === undefined) return undefined
  const fields = RlpReader.list(openRecord('meta', key, record), 'coverage of calls')
  return { from: fields.number('from'), filled: fields.number('filled'), since: fields.number('since') }
}

export function putCallCoverage(batch: Batch, { from, filled, since }: CallCoverage): void {
  const content = encodeRlp([from, filled, since].map((number) => unsignedBytes(number)))
  batch.put('meta', key, sealRecord(key, content))
}

/** Called before blocks are imported with their calls; `from` is the first block whose calls are wanted. */
export function beginCallCoverage(store: Store, from: number, head: number): void {
  const known = callCoverage(store)
  const first = Math.max(1, from)
  // With a smaller height than before, the blocks below are processed too.
  if (known !== undefined && known.from <= first) return
  store.write((batch) =>
    putCallCoverage(batch, { from: first, filled: first - 1, since: known?.since ?? head }),
  )
}

/** Called when a block is stored without its calls. */
export function endCallCoverage(batch: Batch): void {
  if (batch.has('meta', key)) batch.delete('meta', key)
}

/** The chain has other blocks after an ancestor, which may have been stored before calls were recorded. */
export function reopenCallCoverage(store: Store, ancestor: number, head: number): void {
  const known = callCoverage(store)
  if (known === undefined || (known.filled <= ancestor && known.since >= head)) return
  const { from, filled, since } = known
  store.write((batch) =>
    putCallCoverage(batch, {
      from,
      filled: Math.min(filled, Math.max(ancestor, from - 1)),
      since: Math.max(since, head),
    }),
  )
}

/** Whether every block since `from` has a record. */
export const isCovered = ({ filled, since }: CallCoverage): boolean => filled >= since
