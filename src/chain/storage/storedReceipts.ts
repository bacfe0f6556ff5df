import type { Log } from '../../evm/log.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { writeShortNumber } from '../../primitives/shortNumber.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { addressBytes, type FlatLog, logOf, topicBytes } from './flatLog.ts'
import { fingerprintLength, type LogProfile, nextMatch, writeFingerprint } from './logFingerprints.ts'
import { NumberReader, numbersLength } from './numbers.ts'
import { maximumGrowth, unpackZeros, writePacked } from './zeroRuns.ts'

/*
 * The receipts of a block in one record, in columns: number of receipts; outcome, gas and number of logs of each;
 * fingerprints of the logs, if there are many; lengths of the logs; the logs. A reader finds the logs it wants by their
 * fingerprints and decodes no others. Blooms follow from the logs and are not stored.
 */

const place = 'stored receipts'
const succeeded = 1
/** The cumulative gas is not the sum of this receipt and those before it, as at the start of a sublist (RSKIP144). */
const ownSum = 2
/** Below this number, decoding all logs costs no more than comparing fingerprints. */
const fewLogs = 8
/** Bytes in memory besides the record, of a decoded receipt with its bloom, and of a decoded log with three topics, as measured on Node 20. */
const recordWeight = 600
const decodedReceipt = 900
const decodedLog = 1000

/** What a search looks for. */
export interface LogSearch {
  /** Excludes most other logs by their fingerprints. */
  readonly profile: LogProfile
  readonly matches: (log: FlatLog) => boolean
}

/** Gets the index of a log's transaction, and its position among all logs of the block. */
export type LogVisitor = (transactionIndex: number, logIndex: number) => void

export function encodeReceipts(receipts: readonly Receipt[]): Uint8Array {
  const numbers = outcomeNumbers(receipts)
  const logs = receipts.flatMap(({ logs }) => logs)
  const lengths: number[] = []
  const packed = logs.length === 0 ? emptyBytes : packLogs(logs, lengths)
  const printed = logs.length > fewLogs ? logs.length * fingerprintLength : 0
  const bytes = new Uint8Array(numbersLength(numbers) + printed + numbersLength(lengths) + packed.length)
  let at = 0
  for (const number of numbers) at = writeShortNumber(bytes, at, number)
  if (printed > 0) for (const log of logs) at = writeFingerprint(bytes, at, log)
  for (const length of lengths) at = writeShortNumber(bytes, at, length)
  bytes.set(packed, at)
  return bytes
}

/** The number of topics and the packed content of each log; adds their lengths. */
function packLogs(logs: readonly Log[], lengths: number[]): Uint8Array {
  let maximumLength = 0
  for (const { topics, data } of logs) {
    maximumLength += 1 + maximumGrowth * (addressBytes + topics.length * topicBytes + data.length)
  }
  const packed = new Uint8Array(maximumLength)
  let end = 0
  for (const { address, topics, data } of logs) {
    const start = end
    packed[start] = topics.length
    end = writePacked(packed, start + 1, [address, ...topics, data])
    lengths.push(end - start)
  }
  return packed.subarray(0, end)
}

function outcomeNumbers(receipts: readonly Receipt[]): number[] {
  const numbers = [receipts.length]
  let sum = 0
  for (const { success, cumulativeGasUsed, gasUsed, logs } of receipts) {
    sum += gasUsed
    const hasOwnSum = cumulativeGasUsed !== sum
    numbers.push((success ? succeeded : 0) | (hasOwnSum ? ownSum : 0), gasUsed)
    if (hasOwnSum) numbers.push(cumulativeGasUsed)
    numbers.push(logs.length)
    sum = cumulativeGasUsed
  }
  return numbers
}

/**
 * The receipts of a block. A search reads the fingerprints and the logs that it wants; the rest is decoded on use. Until
 * `receipts` is used, it takes little more memory than the record.
 */
export class StoredReceipts {
  /** Of the block, in seconds, when it was asked for. */
  blockTimestamp: number | undefined
  readonly #bytes: Uint8Array
  /** The first log of each receipt, and the number of all logs. */
  readonly #firstLogs: Uint32Array
  readonly #fingerprints: Uint8Array | undefined
  readonly #startsOffset: number
  /** Where each log begins, and where the last one ends. */
  #starts: Uint32Array | undefined
  #receipts: readonly Receipt[] | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const reader = receiptReader(bytes)
    const count = reader.next()
    // A receipt has three numbers at least.
    if (3 * count > reader.left) throw new DecodeError(place, `cannot be ${count}`)
    const firstLogs = new Uint32Array(count + 1)
    let logCount = 0
    for (let index = 1; index <= count; index++) {
      readOutcome(reader, 0)
      logCount += reader.next()
      firstLogs[index] = logCount
    }
    this.#firstLogs = firstLogs
    this.#fingerprints = logCount > fewLogs ? reader.bytes(logCount * fingerprintLength) : undefined
    this.#startsOffset = reader.offset
  }

  /** Whether `receipts` was used, which keeps much more in memory. */
  get isDecoded(): boolean {
    return this.#receipts !== undefined
  }

  /** Estimated bytes in memory before `receipts` is used. */
  get weight(): number {
    // The starts of the logs are four bytes each.
    return recordWeight + this.#bytes.length + 4 * this.#firstLogs.at(-1)!
  }

  /** The same after `receipts` was used. */
  get decodedWeight(): number {
    const firstLogs = this.#firstLogs
    return this.weight + (firstLogs.length - 1) * decodedReceipt + firstLogs.at(-1)! * decodedLog
  }

  /** Kept, with the logs of each receipt that is used. */
  get receipts(): readonly Receipt[] {
    this.#receipts ??= this.#decoded()
    return this.#receipts
  }

  #decoded(): readonly Receipt[] {
    const reader = receiptReader(this.#bytes)
    const count = reader.next()
    const receipts: StoredReceipt[] = []
    for (let sum = 0; receipts.length < count; sum = receipts.at(-1)!.cumulativeGasUsed) {
      const outcome = readOutcome(reader, sum)
      receipts.push(new StoredReceipt(outcome, this.#firstLogs[receipts.length]!, reader.next(), this))
    }
    return receipts
  }

  log(index: number): Log {
    const starts = this.#logStarts
    const start = starts[index]!
    const content = unpackZeros(this.#bytes, start + 1, starts[index + 1])
    const dataStart = addressBytes + this.#bytes[start]! * topicBytes
    if (content === undefined || content.length < dataStart) {
      throw new DecodeError(place, `have an unreadable log ${index}`)
    }
    return logOf(content, dataStart)
  }

  eachLog({ profile, matches }: LogSearch, flat: FlatLog, visit: LogVisitor): void {
    const firstLogs = this.#firstLogs
    const fingerprints = this.#fingerprints
    const logCount = firstLogs.at(-1)!
    let transactionIndex = 0
    flat.begin(this.#bytes)
    for (let logIndex = 0; logIndex < logCount; logIndex++) {
      if (fingerprints !== undefined) logIndex = nextMatch(profile, fingerprints, logIndex)
      if (logIndex === logCount) return
      const starts = this.#logStarts
      flat.unpack(starts[logIndex]!, starts[logIndex + 1]!)
      if (!matches(flat)) continue
      while (firstLogs[transactionIndex + 1]! <= logIndex) transactionIndex++
      visit(transactionIndex, logIndex)
    }
  }

  /** Unpacks the logs at some positions, which ascend, one after the other. */
  unpackEach(logIndexes: Iterable<number>, flat: FlatLog, visit: LogVisitor): void {
    const firstLogs = this.#firstLogs
    const starts = this.#logStarts
    let transactionIndex = 0
    flat.begin(this.#bytes)
    for (const logIndex of logIndexes) {
      while (firstLogs[transactionIndex + 1]! <= logIndex) transactionIndex++
      flat.unpack(starts[logIndex]!, starts[logIndex + 1]!)
      visit(transactionIndex, logIndex)
    }
  }

  get #logStarts(): Uint32Array {
    this.#starts ??= readStarts(receiptReader(this.#bytes, this.#startsOffset), this.#firstLogs.at(-1)!)
    return this.#starts
  }
}

export const decodeReceipts = (bytes: Uint8Array): readonly Receipt[] => new StoredReceipts(bytes).receipts

const receiptReader = (bytes: Uint8Array, start = 0): NumberReader => new NumberReader(bytes, place, start)

/** Reads a receipt up to the number of its logs. */
function readOutcome(reader: NumberReader, sumBefore: number): Outcome {
  const flags = reader.next()
  const gasUsed = reader.next()
  const cumulativeGasUsed = flags & ownSum ? reader.next() : sumBefore + gasUsed
  return { success: (flags & succeeded) !== 0, gasUsed, cumulativeGasUsed }
}

function readStarts(reader: NumberReader, count: number): Uint32Array {
  // A log has a byte of length at least.
  if (count > reader.left) throw new DecodeError(place, `cannot have ${count} logs`)
  const starts = new Uint32Array(count + 1)
  for (let index = 0; index < count; index++) starts[index + 1] = reader.next()
  starts[0] = reader.offset
  for (let index = 0; index < count; index++) starts[index + 1]! += starts[index]!
  if (starts[count] !== reader.end) throw new DecodeError(place, 'do not end with their last log')
  return starts
}

type Outcome = Pick<Receipt, 'success' | 'gasUsed' | 'cumulativeGasUsed'>

class StoredReceipt implements Receipt {
  readonly success: boolean
  readonly cumulativeGasUsed: number
  readonly gasUsed: number
  readonly firstLog: number
  readonly logCount: number
  readonly #source: StoredReceipts
  #logs: readonly Log[] | undefined
  #logsBloom: Uint8Array | undefined

  constructor(outcome: Outcome, firstLog: number, logCount: number, source: StoredReceipts) {
    this.success = outcome.success
    this.cumulativeGasUsed = outcome.cumulativeGasUsed
    this.gasUsed = outcome.gasUsed
    this.firstLog = firstLog
    this.logCount = logCount
    this.#source = source
  }

  get logs(): readonly Log[] {
    this.#logs ??= Array.from({ length: this.logCount }, (_, index) =>
      this.#source.log(this.firstLog + index),
    )
    return this.#logs
  }

  get logsBloom(): Uint8Array {
    this.#logsBloom ??= logsBloom(this.logs)
    return this.#logsBloom
  }
}

/** The number of logs of a receipt, which a stored one knows before it decodes them. */
export const logCountOf = (receipt: Receipt): number =>
  receipt instanceof StoredReceipt ? receipt.logCount : receipt.logs.length
