import type { TraceFilter } from '../../../tracing/request/traceJob.ts'
import {
  negativeTracesLeftOut,
  reversedRange,
  tooManyTracesAsked,
  tooManyTracesLeftOut,
  traceFilterIsNull,
  unreadable,
  wrongType,
} from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { type RangeEnds, rangeOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
import {
  type BlockReference,
  isMinedReference,
  latestBlock,
  logRangeEnd,
} from '../../params/blockReference.ts'
import { addressesOf } from '../../params/logFilter.ts'
import { type Codec, required } from '../../params/parameter.ts'
import { streamTrace } from './findTraced.ts'
import { traceSchema } from './traceSchema.ts'

/** The range, addresses and page of a request for traces. */
interface TraceFilterObject extends Omit<TraceFilter, 'fromBlock' | 'toBlock'> {
  readonly fromBlock: BlockReference
  readonly toBlock: BlockReference
}

/** Maximum traces of one answer; a client gets further ones with `after`. */
const maximumTraces = 10_000

const earliestBlock: BlockReference = { ...latestBlock, selector: 'earliest', text: 'earliest' }
const addressesSchema = schema.eitherOf(schema.address, schema.arrayOf(schema.address))
const members = {
  fromBlock: logRangeEnd.schema,
  toBlock: logRangeEnd.schema,
  fromAddress: addressesSchema,
  toAddress: addressesSchema,
  after: schema.number,
  count: schema.number,
}

/** An unknown member is refused: a filter that ignored it would answer too much. */
const filterObject: Codec<TraceFilterObject> = {
  schema: schema.objectWith(members),
  decode(value) {
    if (!isJsonObject(value)) throw wrongType()
    if (Object.keys(value).some((name) => !Object.hasOwn(members, name))) throw wrongType()
    const { fromAddress, toAddress, after, count } = value
    return {
      ...rangeIn(value),
      fromAddresses: addressesOf(fromAddress),
      toAddresses: addressesOf(toAddress),
      after: afterOf(wholeNumber(after, 0)),
      count: countOf(wholeNumber(count, maximumTraces)),
    }
  },
}

const rangeIn = ({ fromBlock, toBlock }: { readonly [member: string]: unknown }) => ({
  fromBlock: rangeEnd(fromBlock, earliestBlock),
  toBlock: rangeEnd(toBlock, latestBlock),
})

function rangeEnds(value: unknown): RangeEnds {
  const { fromBlock, toBlock } = rangeIn(isJsonObject(value) ? value : {})
  return [fromBlock.selector, toBlock.selector]
}

const rangeEnd = (value: unknown, fallback: BlockReference): BlockReference =>
  value === undefined || value === null ? fallback : logRangeEnd.decode(value)

function wholeNumber(value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback
  const number = typeof value === 'string' && /^-?[0-9]+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) throw wrongType()
  return number
}

function afterOf(after: number): number {
  if (after < 0) throw negativeTracesLeftOut()
  if (after > maximumTraces) throw tooManyTracesLeftOut(maximumTraces)
  return after
}

function countOf(count: number): number {
  if (count < 0) throw unreadable('count is negative')
  if (count > maximumTraces) throw tooManyTracesAsked(maximumTraces)
  return count
}

/** The pending block has the number after the best block's. */
function numberOf(reference: BlockReference, { chain }: ReadNode): number {
  if (!isMinedReference(reference)) return chain.head.number + 1
  const { selector } = reference
  return typeof selector === 'number' ? selector : chain.select(selector)!.number
}

export const traceFilter = defineRead({
  name: 'trace_filter',
  summary:
    'The traces of a range of the best chain, and of the pending block if an end of the range names it: of all transactions, or those of certain senders and receivers and the inner calls between them.',
  params: [required('filter', filterObject, traceFilterIsNull)],
  result: schema.arrayOf(traceSchema),
  cost: 200,
  asks: rangeOf('filter', rangeEnds),
  upstream: 'never',
  isLong: true,
  handler([{ fromAddresses, toAddresses, after, count, ...range }], context) {
    const { node, settings } = context
    const [fromBlock, toBlock] = [numberOf(range.fromBlock, node), numberOf(range.toBlock, node)]
    if (fromBlock > toBlock) throw reversedRange()
    const filter = { fromBlock, toBlock, fromAddresses, toAddresses, after, count }
    const isPendingAsked = !isMinedReference(range.fromBlock) || !isMinedReference(range.toBlock)
    const pending = isPendingAsked ? node.pending() : undefined
    const job = { kind: 'parity-filter', filter, skipsRemasc: settings.development?.skipsRemasc } as const
    return streamTrace(job, context, pending)
  },
})
