import { type Address, asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { prefixedBytes, toHex } from '../../primitives/hex.ts'
import { unitsOfValues } from '../budget/workPrices.ts'
import { wrongDataQuery } from '../errors/errors.ts'
import { shortened } from '../errors/shortened.ts'
import { isGiven, isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from '../params/parameter.ts'
import { blockFields, transactionFields } from './itemFields.ts'
import { logFieldNames } from './logText.ts'
import { type StateDiffKind, stateDiffFieldNames, stateDiffKinds } from './stateDiffFields.ts'
import { type TraceType, traceFieldNames, traceTypes } from './traceFields.ts'

/*
 * A query in SQD's language for EVM chains. A list that is not given matches everything, an empty one nothing; an item is
 * selected that one of the requests for its kind matches in all its lists.
 */

export interface DataQuery {
  readonly fromBlock: number
  /** Undefined for a query without an end. */
  readonly toBlock: number | undefined
  /** The parent of the first block as the client knows it. */
  readonly parentBlockHash: Hash | undefined
  readonly includeAllBlocks: boolean
  readonly fields: FieldChoice
  readonly logs: readonly LogRequest[]
  readonly transactions: readonly TransactionRequest[]
  readonly traces: readonly TraceRequest[]
  readonly stateDiffs: readonly StateDiffRequest[]
  /** The values of all lists together. */
  readonly valueCount: number
}

/** Requests of all kinds together: each is compared with every item of a block. */
const maximumRequests = 100
/** Values of all lists together: each address and topic costs a search of the index. */
const maximumValues = 10_000

/** Checking a value takes a tenth of the time of reading a value of the trie, and so does preparing it for comparisons. */
const unitsPerListed = unitsOfValues(0.1)

/** Units of checking a query that is not checked yet. */
export function unitsOfChecking(query: unknown): number {
  if (!isJsonObject(query)) return 0
  const requests = [query['logs'], query['transactions'], query['traces'], query['stateDiffs']].flatMap(
    (list) => (Array.isArray(list) ? list.slice(0, maximumRequests) : []),
  )
  const lists = requests.flatMap((request) => (isJsonObject(request) ? Object.values(request) : []))
  return (
    lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0) * unitsPerListed
  )
}

export const dataQuery: Codec<DataQuery> = {
  schema: schema.objectWith({
    fromBlock: schema.number,
    toBlock: schema.number,
    parentBlockHash: schema.hash,
    includeAllBlocks: schema.boolean,
    fields: schema.objectWith({}),
    logs: schema.arrayOf(schema.objectWith({})),
    transactions: schema.arrayOf(schema.objectWith({})),
    traces: schema.arrayOf(schema.objectWith({})),
    stateDiffs: schema.arrayOf(schema.objectWith({})),
  }),
  decode: (value) => new QueryReader().query(value),
}

type Members = { readonly [member: string]: unknown }

function rangeIn({ fromBlock, toBlock }: Members): Pick<DataQuery, 'fromBlock' | 'toBlock'> {
  const from = naturalIfGiven(fromBlock, 'fromBlock') ?? 0
  const to = naturalIfGiven(toBlock, 'toBlock')
  if (to !== undefined && to < from) throw wrongDataQuery(`toBlock ${to} is below fromBlock ${from}`)
  return { fromBlock: from, toBlock: to }
}

export function queryEnds(value: unknown): readonly [number, number | 'latest'] {
  const { fromBlock, toBlock = 'latest' } = rangeIn(isJsonObject(value) ? value : {})
  return [fromBlock, toBlock]
}

type ReadValue<Value> = (value: unknown, where: string) => Value
/** Reads a member of a request; `count` gets the number of its values. */
type ReadMember<Value> = (value: unknown, where: string, count: (values: number) => void) => Value
type RequestMembers = { readonly [member: string]: ReadMember<unknown> }
type ReadRequest<Known extends RequestMembers> = {
  readonly [Name in keyof Known]: ReturnType<Known[Name]>
}

/** Reads one query, and counts its requests and values. */
class QueryReader {
  #requests = 0
  #values = 0

  query(value: unknown): DataQuery {
    const members = membersOf(value, 'the query', queryMembers)
    const { type, parentBlockHash } = members
    if (isGiven(type) && type !== 'evm') throw wrongDataQuery(`type must be "evm", not ${told(type)}`)
    const query = {
      ...rangeIn(members),
      parentBlockHash: isGiven(parentBlockHash) ? hash(parentBlockHash, 'parentBlockHash') : undefined,
      includeAllBlocks: flag(members['includeAllBlocks'], 'includeAllBlocks'),
      fields: fieldsIn(members['fields']),
      logs: this.#list(members, 'logs', logMembers).map(withTopics),
      transactions: this.#list(members, 'transactions', transactionMembers),
      traces: this.#list(members, 'traces', traceMembers),
      stateDiffs: this.#list(members, 'stateDiffs', stateDiffMembers),
    }
    return { ...query, valueCount: this.#values }
  }

  #list<Known extends RequestMembers>(members: Members, name: string, known: Known): ReadRequest<Known>[] {
    const list = arrayOf(members[name], name)
    this.#requests += list?.length ?? 0
    if (this.#requests > maximumRequests) {
      throw wrongDataQuery(
        `more than ${maximumRequests} requests for logs, transactions, traces and state differences`,
      )
    }
    return list?.map((item, index) => this.#request(item, `${name}[${index}]`, known)) ?? []
  }

  #request<Known extends RequestMembers>(value: unknown, where: string, known: Known): ReadRequest<Known> {
    const members = membersOf(value, where, Object.keys(known))
    const read = Object.entries(known).map(([name, member]): [string, unknown] => [
      name,
      member(members[name], `${where}.${name}`, this.#count),
    ])
    return Object.fromEntries(read) as ReadRequest<Known>
  }

  readonly #count = (values: number): void => {
    this.#values += values
    if (this.#values > maximumValues) throw wrongDataQuery(`more than ${maximumValues} values in the lists`)
  }
}

const queryMembers = [
  'type',
  'fromBlock',
  'toBlock',
  'parentBlockHash',
  'includeAllBlocks',
  'fields',
  'logs',
  'transactions',
  'traces',
  'stateDiffs',
]

const fieldNames = {
  block: Object.keys(blockFields),
  transaction: Object.keys(transactionFields),
  log: logFieldNames,
  trace: traceFieldNames,
  stateDiff: stateDiffFieldNames,
} as const

/** The chosen members of each kind of item. */
type FieldChoice = Readonly<Record<keyof typeof fieldNames, ReadonlySet<string>>>

function fieldsIn(value: unknown): FieldChoice {
  const groups = isGiven(value) ? membersOf(value, 'fields', Object.keys(fieldNames)) : {}
  const chosen = (group: keyof typeof fieldNames): ReadonlySet<string> => {
    const where = `fields.${group}`
    const members = isGiven(groups[group]) ? membersOf(groups[group], where, fieldNames[group]) : {}
    return new Set(Object.keys(members).filter((name) => flag(members[name], `${where}.${name}`)))
  }
  return {
    block: chosen('block'),
    transaction: chosen('transaction'),
    log: chosen('log'),
    trace: chosen('trace'),
    stateDiff: chosen('stateDiff'),
  }
}

function membersOf(value: unknown, where: string, known: readonly string[]): Members {
  if (!isJsonObject(value)) throw wrongDataQuery(`${where} must be an object`)
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) throw wrongDataQuery(`${where} has the unknown member ${told(unknown)}`)
  return value
}

function arrayOf(value: unknown, where: string): readonly unknown[] | undefined {
  if (!isGiven(value)) return undefined
  if (!Array.isArray(value)) throw wrongDataQuery(`${where} must be a list`)
  return value
}

function flag(value: unknown, where: string): boolean {
  if (isGiven(value) && typeof value !== 'boolean') throw wrongDataQuery(`${where} must be true or false`)
  return value === true
}

function natural(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw wrongDataQuery(`${where} must be a whole number, not ${told(value)}`)
}

const naturalIfGiven = (value: unknown, where: string): number | undefined =>
  isGiven(value) ? natural(value, where) : undefined

function bytes(value: unknown, length: number, where: string): Uint8Array {
  const isRightLength = typeof value === 'string' && value.length === 2 + 2 * length
  const found = isRightLength ? prefixedBytes(value) : undefined
  if (found === undefined) throw wrongDataQuery(`${where} must be ${length} bytes in hex, not ${told(value)}`)
  return found
}

const address: ReadValue<Address> = (value, where) => asAddress(bytes(value, 20, where))
const hash: ReadValue<Hash> = (value, where) => asHash(bytes(value, 32, where))
const sighash: ReadValue<Uint8Array> = (value, where) => bytes(value, 4, where)

const traceType: ReadValue<TraceType> = (value, where) => {
  const found = traceTypes.find((type) => type === value)
  if (found === undefined) throw wrongDataQuery(`${where} must be one of ${traceTypes.join(', ')}`)
  return found
}

const stateKey: ReadValue<string> = (value, where) =>
  value === 'balance' || value === 'code' || value === 'nonce' ? value : toHex(hash(value, where))

const stateDiffKind: ReadValue<StateDiffKind> = (value, where) => {
  const found = stateDiffKinds.find((kind) => kind === value)
  if (found === undefined) throw wrongDataQuery(`${where} must be one of ${stateDiffKinds.join(' ')}`)
  return found
}

const listOf =
  <Value>(read: ReadValue<Value>): ReadMember<readonly Value[] | undefined> =>
  (value, where, count) => {
    const list = arrayOf(value, where)
    count(list?.length ?? 0)
    return list?.map((item, index) => read(item, `${where}[${index}]`))
  }

const addresses = listOf(address)
const hashes = listOf(hash)
const sighashes = listOf(sighash)

const logMembers = {
  address: addresses,
  topic0: hashes,
  topic1: hashes,
  topic2: hashes,
  topic3: hashes,
  transaction: flag,
  transactionTraces: flag,
  transactionLogs: flag,
  transactionStateDiffs: flag,
}
const transactionMembers = {
  from: addresses,
  to: addresses,
  sighash: sighashes,
  type: listOf(natural),
  firstNonce: naturalIfGiven,
  lastNonce: naturalIfGiven,
  logs: flag,
  traces: flag,
  stateDiffs: flag,
}
const traceMembers = {
  type: listOf(traceType),
  createFrom: addresses,
  createResultAddress: addresses,
  callFrom: addresses,
  callTo: addresses,
  callSighash: sighashes,
  suicideRefundAddress: addresses,
  rewardAuthor: addresses,
  transaction: flag,
  transactionLogs: flag,
  subtraces: flag,
  parents: flag,
}
/** A key is `balance`, `code`, `nonce`, or the number of a cell in hex. */
const stateDiffMembers = {
  address: addresses,
  key: listOf(stateKey),
  kind: listOf(stateDiffKind),
  transaction: flag,
}

/** With the alternatives for the topics at the positions 0 to 3 as a list. */
const withTopics = (request: ReadRequest<typeof logMembers>) => ({
  ...request,
  topics: [request.topic0, request.topic1, request.topic2, request.topic3],
})

export type LogRequest = ReturnType<typeof withTopics>
export type TransactionRequest = ReadRequest<typeof transactionMembers>
export type TraceRequest = ReadRequest<typeof traceMembers>
export type StateDiffRequest = ReadRequest<typeof stateDiffMembers>

/** A value of the client in an error. */
const told = (value: unknown): string => shortened(JSON.stringify(value) ?? 'undefined')
