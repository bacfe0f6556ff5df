import { positionsAreEmpty, transactionHashIsEmpty, unreadable, wrongType } from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { type Codec, required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { bareHash } from '../rsk/hashes/bareHash.ts'
import { findTransaction } from './tracedTransaction.ts'
import { traceSchema } from './traceSchema.ts'

const nonEmptyHash: Codec<Uint8Array> = {
  schema: bareHash.schema,
  decode(value) {
    if (value === '') throw transactionHashIsEmpty()
    return bareHash.decode(value)
  },
}

/** No transaction can nest calls deeper. */
const deepest = 1024
const longestIndex = 10

function indexOf(value: unknown): number {
  const digits = text.decode(value)
  if (digits.length > longestIndex || !/^0x[0-9a-f]+$/i.test(digits)) {
    throw unreadable('a position is a small number in hex')
  }
  return Number(digits)
}

/** The place in the tree of calls: the index of a call of the outermost one, then of a call of that, and so on. */
const positions: Codec<readonly number[]> = {
  schema: schema.eitherOf(schema.quantity, schema.arrayOf(schema.quantity)),
  decode(value) {
    if (isJsonObject(value)) throw wrongType()
    const path: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (path.length === 0) throw positionsAreEmpty()
    if (path.length > deepest) throw unreadable(`no call is more than ${deepest} calls deep`)
    return path.map(indexOf)
  },
}

export const traceGet = defineMethod({
  name: 'trace_get',
  summary: 'The call or creation at a place in the tree of a transaction, or null for no such transaction.',
  params: [
    required('transactionHash', nonEmptyHash, transactionHashIsEmpty().message),
    required('positions', positions, positionsAreEmpty().message),
  ],
  result: schema.nullable(traceSchema),
  cost: 50,
  isLong: true,
  handler([bytes, traceAddress], { node: { chain, traces } }) {
    const found = findTransaction(bytes, chain)
    if (found === undefined) return null
    return new StreamedJson(traces.trace({ kind: 'parity-get', hash: found.transaction.hash, traceAddress }))
  },
})
