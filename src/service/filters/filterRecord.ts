import { Buffer } from '../../platform/buffer.ts'
import { type Address, asAddress, asciiBytes, asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import type { Position } from '../../rpc/history/changesSince.ts'
import { type BlockReference, logRangeEnd } from '../../rpc/params/blockReference.ts'
import type { RangeLogFilter } from '../../rpc/params/logFilter.ts'
import type { Filter, OwnedFilter } from './filterStore.ts'

/** A filter as it is stored. */
export interface FilterRecord extends OwnedFilter {
  /** When the filter was made or polled last. */
  readonly polledAtMs: number
}

/** Changes with the format; records of other versions are dropped, because filters expire within minutes anyway. */
const version = 1
const kinds = ['logs', 'blocks', 'pending'] as const

export function encodeFilter({ client, filter, polledAtMs }: FilterRecord): Uint8Array {
  const head = [unsignedBytes(version), textBytes(client), unsignedBytes(polledAtMs)]
  return encodeRlp([...head, unsignedBytes(kinds.indexOf(filter.kind)), ...filterItems(filter)])
}

/** Undefined for bytes that are not a filter: a damaged record must not keep the service from starting. */
export function decodeFilter(bytes: Uint8Array): FilterRecord | undefined {
  try {
    const reader = RlpReader.list(bytes, 'filter')
    if (reader.number('version') !== version) return undefined
    const client = textOf(reader.bytes('client'))
    const polledAtMs = reader.number('polledAtMs')
    const filter = readFilter(kinds[reader.number('kind', kinds.length - 1)]!, reader)
    reader.end()
    return { client, polledAtMs, filter }
  } catch (error) {
    if (error instanceof DecodeError || error instanceof RpcError) return undefined
    throw error
  }
}

function filterItems(filter: Filter): RlpValue[] {
  const { kind, cursor } = filter
  if (kind === 'pending') return [asciiBytes(cursor.run), unsignedBytes(cursor.count)]
  const blockItems = [unsignedBytes(cursor.number), cursor.hash]
  return kind === 'blocks' ? blockItems : [...blockItems, ...criterionItems(filter.criterion)]
}

function readFilter(kind: Filter['kind'], reader: RlpReader): Filter {
  if (kind === 'pending') {
    return { kind, cursor: { run: textOf(reader.bytes('run')), count: reader.number('count') } }
  }
  const cursor: Position = { number: reader.number('number'), hash: asHash(reader.fixed('hash', 32)) }
  return kind === 'blocks' ? { kind, cursor } : { kind, cursor, criterion: readCriterion(reader) }
}

/** The ends of a range are stored as the client's text, from which they can be decoded again. */
const criterionItems = ({ fromBlock, toBlock, addresses, topics }: RangeLogFilter): RlpValue[] => [
  textBytes(fromBlock.text),
  textBytes(toBlock.text),
  addresses,
  topics,
]

const readCriterion = (reader: RlpReader): RangeLogFilter => ({
  blockHash: undefined,
  fromBlock: readEnd(reader.bytes('fromBlock')),
  toBlock: readEnd(reader.bytes('toBlock')),
  addresses: itemsOf(reader.list('addresses'), readAddress),
  topics: itemsOf(reader.list('topics'), (topics) => itemsOf(topics.list('alternatives'), readTopic)),
})

function itemsOf<T>(list: RlpReader, read: (list: RlpReader) => T): T[] {
  const items: T[] = []
  while (!list.done) items.push(read(list))
  return items
}

const readAddress = (list: RlpReader): Address => asAddress(list.fixed('address', 20))
const readTopic = (list: RlpReader): Hash => asHash(list.fixed('topic', 32))
const readEnd = (bytes: Uint8Array): BlockReference => logRangeEnd.decode(textOf(bytes))

const textBytes = (text: string): Uint8Array => Buffer.from(text)
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
