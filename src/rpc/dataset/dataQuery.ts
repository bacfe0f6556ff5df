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

export interface LogRequest {
  readonly address: readonly Address[] | undefined
  /** Alternatives for the topics at the positions 0 to 3. */
  readonly topics: readonly (readonly Hash[] | undefined)[]
  readonly transaction: boolean
  readonly transactionTraces: boolean
  readonly transactionLogs: boolean
  readonly transactionStateDiffs: boolean
}

export interface TransactionRequest {
  readonly from: readonly Address[] | undefined
  readonly to: readonly Address[] | undefined
  readonly sighash: readonly Uint8Array[] | undefined
  readonly type: readonly number[] | undefined
  readonly firstNonce: number | undefined
  readonly lastNonce: number | undefined
  readonly logs: boolean
  readonly traces: boolean
  readonly stateDiffs: boolean
}

export interface TraceRequest {
  readonly type: readonly TraceType[] | undefined
  readonly createFrom: readonly Address[] | undefined
  readonly createResultAddress: readonly Address[] | undefined
  readonly callFrom: readonly Address[] | undefined
  readonly callTo: readonly Address[] | undefined
  readonly callSighash: readonly Uint8Array[] | undefined
  readonly suicideRefundAddress: readonly Address[] | undefined
  readonly rewardAuthor: readonly Address[] | undefined
  readonly transaction: boolean
  readonly transactionLogs: boolean
  readonly subtraces: boolean
  readonly parents: boolean
}

export interface StateDiffRequest {
  readonly address: readonly Address[] | undefined
  /** `balance`, `code`, `nonce`, or numbers of cells in hex. */
  readonly key: readonly string[] | undefined
  readonly kind: readonly StateDiffKind[] | undefined
  readonly transaction: boolean
}

/** The chosen members of each kind of item. */
export interface FieldChoice {
  readonly block: ReadonlySet<string>
  readonly transaction: ReadonlySet<string>
  readonly log: ReadonlySet<string>
  readonly trace: ReadonlySet<string>
  readonly stateDiff: ReadonlySet<string>
}

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
  const from = isGiven(fromBlock) ? natural(fromBlock, 'fromBlock') : 0
  const to = isGiven(toBlock) ? natural(toBlock, 'toBlock') : undefined
  if (to !== undefined && to < from) throw wrongDataQuery(`toBlock ${to} is below fromBlock ${from}`)
  return { fromBlock: from, toBlock: to }
}

export function queryEnds(value: unknown): readonly [number, number | 'latest'] {
  const { fromBlock, toBlock = 'latest' } = rangeIn(isJsonObject(value) ? value : {})
  return [fromBlock, toBlock]
}

type ReadValue<Value> = (value: unknown, where: string) => Value

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
      includeAllBlocks: flag(members, 'includeAllBlocks', ''),
      fields: fieldsIn(members['fields']),
      logs: this.#list(members, 'logs', (item, where) => this.#log(item, where)),
      transactions: this.#list(members, 'transactions', (item, where) => this.#transaction(item, where)),
      traces: this.#list(members, 'traces', (item, where) => this.#trace(item, where)),
      stateDiffs: this.#list(members, 'stateDiffs', (item, where) => this.#stateDiff(item, where)),
    }
    return { ...query, valueCount: this.#values }
  }

  #log(value: unknown, where: string): LogRequest {
    const members = membersOf(value, where, logMembers)
    return {
      address: this.#valuesOf(members, 'address', where, address),
      topics: ['topic0', 'topic1', 'topic2', 'topic3'].map((name) =>
        this.#valuesOf(members, name, where, hash),
      ),
      transaction: flag(members, 'transaction', where),
      transactionTraces: flag(members, 'transactionTraces', where),
      transactionLogs: flag(members, 'transactionLogs', where),
      transactionStateDiffs: flag(members, 'transactionStateDiffs', where),
    }
  }

  #transaction(value: unknown, where: string): TransactionRequest {
    const members = membersOf(value, where, transactionMembers)
    const { firstNonce, lastNonce } = members
    return {
      from: this.#valuesOf(members, 'from', where, address),
      to: this.#valuesOf(members, 'to', where, address),
      sighash: this.#valuesOf(members, 'sighash', where, sighash),
      type: this.#valuesOf(members, 'type', where, natural),
      firstNonce: isGiven(firstNonce) ? natural(firstNonce, `${where}.firstNonce`) : undefined,
      lastNonce: isGiven(lastNonce) ? natural(lastNonce, `${where}.lastNonce`) : undefined,
      logs: flag(members, 'logs', where),
      traces: flag(members, 'traces', where),
      stateDiffs: flag(members, 'stateDiffs', where),
    }
  }

  #trace(value: unknown, where: string): TraceRequest {
    const members = membersOf(value, where, traceMembers)
    const addresses = (name: string) => this.#valuesOf(members, name, where, address)
    return {
      type: this.#valuesOf(members, 'type', where, traceType),
      createFrom: addresses('createFrom'),
      createResultAddress: addresses('createResultAddress'),
      callFrom: addresses('callFrom'),
      callTo: addresses('callTo'),
      callSighash: this.#valuesOf(members, 'callSighash', where, sighash),
      suicideRefundAddress: addresses('suicideRefundAddress'),
      rewardAuthor: addresses('rewardAuthor'),
      transaction: flag(members, 'transaction', where),
      transactionLogs: flag(members, 'transactionLogs', where),
      subtraces: flag(members, 'subtraces', where),
      parents: flag(members, 'parents', where),
    }
  }

  #stateDiff(value: unknown, where: string): StateDiffRequest {
    const members = membersOf(value, where, stateDiffMembers)
    return {
      address: this.#valuesOf(members, 'address', where, address),
      key: this.#valuesOf(members, 'key', where, stateKey),
      kind: this.#valuesOf(members, 'kind', where, stateDiffKind),
      transaction: flag(members, 'transaction', where),
    }
  }

  #list<Request>(members: Members, name: string, read: ReadValue<Request>): Request[] {
    const list = arrayOf(members[name], name)
    this.#requests += list?.length ?? 0
    if (this.#requests > maximumRequests) {
      throw wrongDataQuery(
        `more than ${maximumRequests} requests for logs, transactions, traces and state differences`,
      )
    }
    return list?.map((item, index) => read(item, `${name}[${index}]`)) ?? []
  }

  #valuesOf<Value>(
    members: Members,
    name: string,
    where: string,
    read: ReadValue<Value>,
  ): Value[] | undefined {
    const list = arrayOf(members[name], `${where}.${name}`)
    this.#values += list?.length ?? 0
    if (this.#values > maximumValues) throw wrongDataQuery(`more than ${maximumValues} values in the lists`)
    return list?.map((item, index) => read(item, `${where}.${name}[${index}]`))
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
const logMembers = [
  'address',
  'topic0',
  'topic1',
  'topic2',
  'topic3',
  'transaction',
  'transactionTraces',
  'transactionLogs',
  'transactionStateDiffs',
]
const transactionMembers = [
  'from',
  'to',
  'sighash',
  'type',
  'firstNonce',
  'lastNonce',
  'logs',
  'traces',
  'stateDiffs',
]
const traceMembers = [
  'type',
  'createFrom',
  'createResultAddress',
  'callFrom',
  'callTo',
  'callSighash',
  'suicideRefundAddress',
  'rewardAuthor',
  'transaction',
  'transactionLogs',
  'subtraces',
  'parents',
]
const stateDiffMembers = ['address', 'key', 'kind', 'transaction']

const fieldNames = {
  block: Object.keys(blockFields),
  transaction: Object.keys(transactionFields),
  log: logFieldNames,
  trace: traceFieldNames,
  stateDiff: stateDiffFieldNames,
} as const

function fieldsIn(value: unknown): FieldChoice {
  const groups = isGiven(value) ? membersOf(value, 'fields', Object.keys(fieldNames)) : {}
  const chosen = (group: keyof typeof fieldNames): ReadonlySet<string> => {
    const where = `fields.${group}`
    const members = isGiven(groups[group]) ? membersOf(groups[group], where, fieldNames[group]) : {}
    return new Set(Object.keys(members).filter((name) => flag(members, name, where)))
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

function flag(members: Members, name: string, where: string): boolean {
  const value = members[name]
  if (isGiven(value) && typeof value !== 'boolean') {
    throw wrongDataQuery(`${where === '' ? '' : `${where}.`}${name} must be true or false`)
  }
  return value === true
}

function natural(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw wrongDataQuery(`${where} must be a whole number, not ${told(value)}`)
}

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

/** A value of the client in an error. */
const told = (value: unknown): string => shortened(JSON.stringify(value) ?? 'undefined')
