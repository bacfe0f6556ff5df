import type { TraceJob } from '../../../tracing/request/traceJob.ts'
import { isJsonObject, type Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineRead, type Method } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { shortReceiptShape } from '../../shapes/receiptShape.ts'
import { transactionShape } from '../../shapes/transactionShape.ts'
import { pageSize, wholeNumber } from './wholeNumbers.ts'

/** The parameters of a search; block 0 stands for the end of the chain where the search begins. */
const searchParameters = [
  required('address', address),
  required('blockNumber', wholeNumber),
  required('pageSize', pageSize),
] as const

const pageSchema = schema.objectOf({
  txs: schema.arrayOf(schema.objectWith({})),
  receipts: schema.arrayOf(schema.objectWith({})),
  firstPage: schema.boolean,
  lastPage: schema.boolean,
})

/** A method that searches the transactions of an account in one direction. */
const accountSearch = (
  name: string,
  summary: string,
  direction: TraceJob<'account-page'>['direction'],
): Method =>
  defineRead({
    name,
    summary,
    params: searchParameters,
    result: pageSchema,
    cost: 200,
    asks: 'latest',
    upstream: 'never',
    isLong: true,
    handler([account, number, size], context) {
      const block = number === 0 ? undefined : number
      const { places, hasMore } = find({ kind: 'account-page', account, direction, block, size }, context)
      const isEdge = block === undefined
      const [firstPage, lastPage] = direction === 'before' ? [isEdge, !hasMore] : [!hasMore, isEdge]
      return { ...pageOf(places, context.node), firstPage, lastPage }
    },
  })

interface FoundPage {
  readonly places: readonly (readonly [block: number, position: number])[]
  readonly hasMore: boolean
}

function find(job: TraceJob<'account-page'>, { node, work }: ReadContext): FoundPage {
  const found: unknown = JSON.parse(node.traces.trace(job, undefined, work).whole())
  const { places, hasMore } = isJsonObject(found) ? found : {}
  return { places: placesOf(places), hasMore: hasMore === true }
}

const placesOf = (value: unknown): FoundPage['places'] =>
  Array.isArray(value) ? value.map(([block, position]) => [Number(block), Number(position)]) : []

/** The chain may have changed since the search: places without a transaction are left out. */
function pageOf(places: FoundPage['places'], { chain }: ReadNode): { txs: Json[]; receipts: Json[] } {
  const txs: Json[] = []
  const receipts: Json[] = []
  for (const [number, index] of places) {
    const block = chain.select(number)
    const transaction = block?.transactions[index]
    if (block === undefined || transaction === undefined) continue
    txs.push(transactionShape(transaction, { block, index }))
    receipts.push({ ...shortReceiptShape(block, index), timestamp: block.header.timestamp })
  }
  return { txs, receipts }
}

export const otsSearchTransactionsAfter = accountSearch(
  'ots_searchTransactionsAfter',
  'The oldest transactions after a block (0: of the whole chain) in which an account takes part, also in inner calls; newest first. A search executes at most one block for each transaction of the page; in a block whose state is not stored it compares sender, receiver, created contract and events.',
  'after',
)

export const otsSearchTransactionsBefore = accountSearch(
  'ots_searchTransactionsBefore',
  'The newest transactions before a block (0: of the whole chain) in which an account takes part, also in inner calls; newest first. A search executes at most one block for each transaction of the page; in a block whose state is not stored it compares sender, receiver, created contract and events.',
  'before',
)
