import type { Log } from '../../evm/log.ts'
import { asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { fingerprintLength, type LogProfile, mayMatch, writeFingerprint } from './logFingerprints.ts'
import { NumberReader, numbersLength, writeNumber } from './numbers.ts'
import { unpackZeros, ZeroPacker } from './zeroRuns.ts'

/*
 * The receipts of a block in one record, in columns: number of receipts; outcome, gas and number of logs of each;
 * fingerprints of the logs, if there are many; lengths of the logs; the logs. A reader finds the logs it wants by their
 * fingerprints and decodes no others. Blooms follow from the logs and are not stored.
 */

const succeeded = 1
/** The cumulative gas is not the sum of this receipt and those before it, as at the start of a sublist (RSKIP144). */
const ownSum = 2
/** Below this number, decoding all logs costs no more than comparing fingerprints. */
const fewLogs = 8
const topicBytes = 32
const addressBytes = 20

/** Gets a log with the index of its transaction and its position among all logs of the block. */
export type LogVisitor = (log: Log, transactionIndex: number, logIndex: number) => void

export function encodeReceipts(receipts: readonly Receipt[]): Uint8Array {
  const lengths: number[] = []
  const packed = packLogs(receipts, lengths)
  const numbers = outcomeNumbers(receipts)
  const printed = lengths.length > fewLogs ? lengths.length * fingerprintLength : 0
  const bytes = new Uint8Array(numbersLength(numbers) + printed + numbersLength(lengths) + packed.length)
  let at = 0
  for (const number of numbers) at = writeNumber(bytes, at, number)
  if (printed > 0) {
    for (const { logs } of receipts) for (const log of logs) at = writeFingerprint(bytes, at, log)
  }
  for (const length of lengths) at = writeNumber(bytes, at, length)
  bytes.set(packed, at)
  return bytes
}

/** The number of topics and the packed content of all logs, as a view; adds the length of each log. */
function packLogs(receipts: readonly Receipt[], lengths: number[]): Uint8Array {
  const packer = new ZeroPacker()
  for (const { logs } of receipts) {
    for (const { address, topics, data } of logs) {
      const start = packer.length
      packer.addRaw(topics.length)
      packer.add(address)
      for (const topic of topics) packer.add(topic)
      packer.add(data)
      packer.endRun()
      lengths.push(packer.length - start)
    }
  }
  return packer.end()
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

/** The receipts of a block. Their logs are decoded on use. */
export class StoredReceipts {
  readonly #receipts: readonly StoredReceipt[]
  readonly #bytes: Uint8Array
  readonly #fingerprints: Uint8Array | undefined
  /** Where each log begins, and where the last one ends. */
  readonly #starts: Uint32Array
  readonly #logs: (Log | undefined)[]

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const reader = new NumberReader(bytes, 'stored receipts')
    const receipts: StoredReceipt[] = []
    const count = reader.next()
    let logCount = 0
    for (let sum = 0; receipts.length < count; sum = receipts.at(-1)!.cumulativeGasUsed) {
      const receipt = readReceipt(reader, sum, logCount, this)
      receipts.push(receipt)
      logCount += receipt.logCount
    }
    this.#receipts = receipts
    const isPrinted = logCount > fewLogs
    this.#fingerprints = isPrinted ? reader.bytes(logCount * fingerprintLength) : undefined
    this.#starts = readStarts(reader, logCount)
    this.#logs = Array.from({ length: logCount })
  }

  get receipts(): readonly Receipt[] {
    return this.#receipts
  }

  log(index: number): Log {
    const log = this.#logs[index] ?? this.#decode(index)
    this.#logs[index] = log
    return log
  }

  #decode(index: number): Log {
    const start = this.#starts[index]!
    const content = unpackZeros(this.#bytes, start + 1, this.#starts[index + 1])
    const dataStart = addressBytes + this.#bytes[start]! * topicBytes
    if (content === undefined || content.length < dataStart) {
      throw new DecodeError('stored receipts', `has an unreadable log ${index}`)
    }
    const topics: Hash[] = []
    for (let at = addressBytes; at < dataStart; at += topicBytes) {
      topics.push(asHash(content.subarray(at, at + topicBytes)))
    }
    return {
      address: asAddress(content.subarray(0, addressBytes)),
      topics,
      data: content.subarray(dataStart),
    }
  }

  /** Visits the logs that may have this profile, in order; the visitor compares them in full. */
  eachLogWith(profile: LogProfile, visit: LogVisitor): void {
    const fingerprints = this.#fingerprints
    for (let transactionIndex = 0; transactionIndex < this.#receipts.length; transactionIndex++) {
      const { firstLog, logCount } = this.#receipts[transactionIndex]!
      for (let logIndex = firstLog; logIndex < firstLog + logCount; logIndex++) {
        if (fingerprints !== undefined && !mayMatch(profile, fingerprints, logIndex)) continue
        visit(this.log(logIndex), transactionIndex, logIndex)
      }
    }
  }
}

export const decodeReceipts = (bytes: Uint8Array): readonly Receipt[] => new StoredReceipts(bytes).receipts

function readReceipt(
  reader: NumberReader,
  sumBefore: number,
  firstLog: number,
  source: StoredReceipts,
): StoredReceipt {
  const flags = reader.next()
  const gasUsed = reader.next()
  const cumulativeGasUsed = flags & ownSum ? reader.next() : sumBefore + gasUsed
  const outcome = { success: (flags & succeeded) !== 0, gasUsed, cumulativeGasUsed }
  return new StoredReceipt(outcome, firstLog, reader.next(), source)
}

function readStarts(reader: NumberReader, count: number): Uint32Array {
  // A log has a byte of length at least.
  if (count > reader.left) throw new DecodeError('stored receipts', `cannot have ${count} logs`)
  const starts = new Uint32Array(count + 1)
  for (let index = 0; index < count; index++) starts[index + 1] = reader.next()
  starts[0] = reader.offset
  for (let index = 0; index < count; index++) starts[index + 1]! += starts[index]!
  if (starts[count] !== reader.end) throw new DecodeError('stored receipts', 'do not end with their last log')
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
