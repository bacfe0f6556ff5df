import { positionsAreEmpty, transactionHashIsEmpty, unreadable, wrongType } from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { bareHash } from '../../params/hash.ts'
import { type Codec, required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { traceFound } from './findTraced.ts'
import { traceSchema } from './traceSchema.ts'

const nonEmptyHash: Codec<Uint8Array> = {
  schema: bareHash.schema,
  decode(value) {
    if (value === '') throw transactionHashIsEmpty()
    return bareHash.decode(value)
  },
}

/** The EVM's limit on nested calls. */
const maximumDepth = 1024
const maximumIndexLength = 10

function indexOf(value: unknown): number {
  const digits = text.decode(value)
  if (digits.length > maximumIndexLength || !/^0x[0-9a-f]+$/i.test(digits)) {
    throw unreadable('a position is a small number in hex')
  }
  return Number(digits)
}

/**
 * A path in the tree of calls: the index of a call in the outermost one, then the index of a call in that, and so on.
 */
const positions: Codec<readonly number[]> = {
  schema: schema.eitherOf(schema.quantity, schema.arrayOf(schema.quantity)),
  decode(value) {
    if (isJsonObject(value)) throw wrongType()
    const path: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (path.length === 0) throw positionsAreEmpty()
    if (path.length > maximumDepth) throw unreadable(`no call is more than ${maximumDepth} calls deep`)
    return path.map(indexOf)
  },
}

export const traceGet = defineRead({
  name: 'trace_get',
  summary:
    'The call or creation at a path in the call tree of a transaction; null for an unknown transaction.',
  params: [
    required('transactionHash', nonEmptyHash, transactionHashIsEmpty().message),
    required('positions', positions, positionsAreEmpty().message),
  ],
  result: schema.nullable(traceSchema),
  cost: 50,
  upstream: 'never',
  isLong: true,
  light: 'executed',
  handler: ([bytes, traceAddress], context) =>
    traceFound(bytes, context, (hash) => ({ kind: 'parity-get', hash, traceAddress })),
})
