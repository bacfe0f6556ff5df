import type { Log } from '../../evm/log.ts'
import { asAddress, asHash, concatBytes, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'

/*
 * Stored receipts do not contain the blooms, which follow from the logs and would be most of the bytes. The topics of a
 * log are one string.
 */

const succeeded = Uint8Array.of(1)
const topicBytes = 32

export function encodeReceipts(receipts: readonly Receipt[]): Uint8Array {
  return encodeRlp(receipts.map(receiptItems))
}

const receiptItems = (receipt: Receipt): RlpValue => [
  receipt.success ? succeeded : emptyBytes,
  unsignedBytes(receipt.cumulativeGasUsed),
  unsignedBytes(receipt.gasUsed),
  receipt.logs.map(({ address, topics, data }) => [address, concatBytes(...topics), data]),
]

export function decodeReceipts(bytes: Uint8Array): Receipt[] {
  const reader = RlpReader.list(bytes, 'stored receipts')
  const receipts: Receipt[] = []
  while (!reader.done) receipts.push(new StoredReceipt(reader.list(`[${receipts.length}]`)))
  return receipts
}

class StoredReceipt implements Receipt {
  readonly success: boolean
  readonly cumulativeGasUsed: number
  readonly gasUsed: number
  readonly logs: readonly Log[]
  #logsBloom: Uint8Array | undefined

  constructor(reader: RlpReader) {
    this.success = reader.bytes('success').length > 0
    this.cumulativeGasUsed = reader.number('cumulativeGasUsed')
    this.gasUsed = reader.number('gasUsed')
    this.logs = readLogs(reader.list('logs'))
  }

  get logsBloom(): Uint8Array {
    this.#logsBloom ??= logsBloom(this.logs)
    return this.#logsBloom
  }
}

function readLogs(reader: RlpReader): Log[] {
  const logs: Log[] = []
  while (!reader.done) {
    const log = reader.list(`[${logs.length}]`)
    const address = asAddress(log.bytes('address'))
    logs.push({ address, topics: splitTopics(log.bytes('topics')), data: log.bytes('data') })
  }
  return logs
}

function splitTopics(joined: Uint8Array): Hash[] {
  const topics: Hash[] = []
  for (let at = 0; at < joined.length; at += topicBytes)
    topics.push(asHash(joined.subarray(at, at + topicBytes)))
  return topics
}
