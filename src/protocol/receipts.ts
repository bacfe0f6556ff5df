import type { Log } from '../evm/log.ts'
import { type Address, asAddress, asHash, concatBytes, emptyBytes, type Hash } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { encodeRlp, type RlpValue } from '../primitives/rlp/encode.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { bloomBytes } from './bloom.ts'

/** The recorded result of a transaction. */
export interface Receipt {
  readonly success: boolean
  /** Gas of this transaction and those before it in its sublist (RSKIP144) or block. */
  readonly cumulativeGasUsed: number
  readonly gasUsed: number
  readonly logsBloom: Uint8Array
  readonly logs: readonly Log[]
}

const succeeded = new Uint8Array([1])

/**
 * Six items; the outcome is both the first, where other chains have a state root, and the last. The receipt of a transaction
 * with a prefix begins with it, and has the first four items only if the prefix is a type (RSKIP543).
 */
export function encodeReceipt(receipt: Receipt, prefix: Uint8Array = emptyBytes): Uint8Array {
  const outcome = receipt.success ? succeeded : emptyBytes
  const items = [
    outcome,
    unsignedBytes(receipt.cumulativeGasUsed),
    receipt.logsBloom,
    receipt.logs.map(logItems),
  ]
  if (prefix.length === 1) return concatBytes(prefix, encodeRlp(items))
  const encoded = encodeRlp([...items, unsignedBytes(receipt.gasUsed), outcome])
  return prefix.length === 0 ? encoded : concatBytes(prefix, encoded)
}

const logItems = (log: Log): RlpValue => [log.address, log.topics, log.data]

export function decodeReceipt(bytes: Uint8Array, where = 'receipt'): Receipt {
  const reader = RlpReader.list(bytes, where)
  const success = readOutcome(reader, 'postState')
  const cumulativeGasUsed = reader.number('cumulativeGasUsed')
  const logsBloom = reader.fixed('logsBloom', bloomBytes)
  const logs = readLogs(reader.list('logs'))
  const gasUsed = reader.number('gasUsed')
  if (readOutcome(reader, 'status') !== success) {
    throw new DecodeError(reader.path('status'), 'differs from the outcome in the first item')
  }
  reader.end()
  return { success, cumulativeGasUsed, gasUsed, logsBloom, logs }
}

function readOutcome(reader: RlpReader, name: string): boolean {
  const bytes = reader.bytes(name)
  if (bytes.length === 0) return false
  if (bytes.length === 1 && bytes[0] === 1) return true
  throw new DecodeError(reader.path(name), 'is neither 01 nor empty')
}

function readLogs(reader: RlpReader): Log[] {
  const logs: Log[] = []
  while (!reader.done) {
    const log = reader.list(`[${logs.length}]`)
    const address: Address = asAddress(log.fixed('address', 20))
    const topics = readTopics(log.list('topics'))
    const data = log.bytes('data')
    log.end()
    logs.push({ address, topics, data })
  }
  return logs
}

function readTopics(reader: RlpReader): Hash[] {
  const topics: Hash[] = []
  while (!reader.done) topics.push(asHash(reader.fixed(`[${topics.length}]`, 32)))
  return topics
}
