import type { Log } from '../../evm/log.ts'
import { asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'

/* The receipts of folders of format 2: [success, cumulative gas, gas, [[address, joined topics, data] …]] for each. */

const topicBytes = 32

export function decodeSecondReceipts(bytes: Uint8Array): Receipt[] {
  const reader = RlpReader.list(bytes, 'stored receipts')
  const receipts: Receipt[] = []
  while (!reader.done) receipts.push(readReceipt(reader.list(`[${receipts.length}]`)))
  return receipts
}

function readReceipt(reader: RlpReader): Receipt {
  const success = reader.bytes('success').length > 0
  const cumulativeGasUsed = reader.number('cumulativeGasUsed')
  const gasUsed = reader.number('gasUsed')
  const logs = readLogs(reader.list('logs'))
  return { success, cumulativeGasUsed, gasUsed, logs, logsBloom: logsBloom(logs) }
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
  for (let at = 0; at < joined.length; at += topicBytes) {
    topics.push(asHash(joined.subarray(at, at + topicBytes)))
  }
  return topics
}
