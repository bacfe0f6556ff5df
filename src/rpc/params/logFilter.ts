import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'
import {
  bothHashAndRange,
  emptyBlockIdentifier,
  invalidBlockIdentifier,
  invalidHashLength,
  tooManyItems,
} from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { address } from './address.ts'
import { type BlockReference, latestBlock, logRangeEnd } from './blockReference.ts'
import { blockHash, topic } from './hash.ts'
import type { Codec } from './parameter.ts'

/** A filter for logs in a range of the best chain. */
export interface RangeLogFilter extends LogCriterion {
  readonly blockHash: undefined
  readonly fromBlock: BlockReference
  readonly toBlock: BlockReference
}

/** A filter for logs of one block of any branch. */
export interface BlockLogFilter extends LogCriterion {
  readonly blockHash: Hash
}

export type LogFilter = RangeLogFilter | BlockLogFilter

/** Every item costs a search of the index, so more than 1,000 are refused. */
const maximumAddresses = 1_000
const maximumTopics = 1_000
/** A log has at most four topics. */
const maximumPositions = 4

const blockSchema = logRangeEnd.schema
export const logFilterMembers = {
  fromBlock: blockSchema,
  toBlock: blockSchema,
  address: schema.eitherOf(schema.address, schema.arrayOf(schema.address)),
  topics: schema.arrayOf(
    schema.eitherOf(schema.hash, schema.nothing, schema.arrayOf(schema.nullable(schema.hash))),
  ),
  blockHash: schema.hash,
}

type Members = { readonly [member: string]: unknown }

/** The reference node reads a value that is not an object as an empty filter: every log of the latest block. */
const membersOf = (value: unknown): Members => (isJsonObject(value) ? value : {})

export const logFilter: Codec<LogFilter> = {
  schema: schema.objectWith(logFilterMembers),
  decode(value) {
    const members = membersOf(value)
    const { address: emitters, topics: wanted } = members
    const addresses = addressesOf(emitters)
    const topics = decodeTopics(wanted)
    return { addresses, topics, ...blocksOf(members) }
  },
}

type FilteredBlocks = Omit<RangeLogFilter, keyof LogCriterion> | Omit<BlockLogFilter, keyof LogCriterion>

function blocksOf({ fromBlock, toBlock, blockHash: hash }: Members): FilteredBlocks {
  if (hash === undefined)
    return { blockHash: undefined, fromBlock: decodeEnd(fromBlock), toBlock: decodeEnd(toBlock) }
  if (fromBlock !== undefined || toBlock !== undefined) throw bothHashAndRange()
  return { blockHash: blockHash.decode(hash) }
}

/** The ends of the filter's range, or the block that its hash names. */
export function logFilterEnds(value: unknown) {
  const blocks = blocksOf(membersOf(value))
  return blocks.blockHash ?? ([blocks.fromBlock.selector, blocks.toBlock.selector] as const)
}

function decodeEnd(value: unknown): BlockReference {
  if (value === undefined) return latestBlock
  if (value === null) throw invalidBlockIdentifier('null')
  if (typeof value === 'object') throw emptyBlockIdentifier()
  return logRangeEnd.decode(value)
}

/** A single address is read as a list of one. */
export function addressesOf(value: unknown): Address[] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maximumAddresses) throw tooManyItems('addresses', maximumAddresses)
  return list.map((entry) => address.decode(entry))
}

/** A single topic is read as a list of one. */
function decodeTopics(value: unknown): Hash[][] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maximumPositions) throw tooManyItems('topic positions', maximumPositions)
  return list.map(decodeAlternatives)
}

/** Null, an empty list and a list that holds only null match any topic; null beside topics is dropped. */
function decodeAlternatives(value: unknown): Hash[] {
  if (value === null) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maximumTopics) throw tooManyItems('topics', maximumTopics)
  return list.filter((entry) => entry !== null).map(decodeTopic)
}

function decodeTopic(value: unknown): Hash {
  if (typeof value === 'object') throw invalidHashLength('topic')
  return topic.decode(value)
}
