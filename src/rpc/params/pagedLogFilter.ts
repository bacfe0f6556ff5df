import { maximumLogs } from '../../chain/logs/tooManyLogs.ts'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { invalidCursor, invalidPageSize, pageOfOneBlock } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { type LogFilter, logFilter, logFilterMembers, type RangeLogFilter } from './logFilter.ts'
import type { Codec } from './parameter.ts'

/** Where a page of logs ends. */
export interface LogCursor {
  readonly number: number
  readonly hash: Hash
  /** The first log of the block that is not delivered; undefined when the whole block is. */
  readonly nextLog: number | undefined
}

/** Wanted logs of a range in pages. */
export interface LogPageRequest {
  readonly filter: RangeLogFilter
  readonly limit: number
  /** Undefined for the first page. */
  readonly cursor: LogCursor | undefined
}

/** A cursor as clients get it: they need not read it. */
export const cursorText = ({ number, hash, nextLog }: LogCursor): string =>
  `${toQuantity(number)}-${toHex(hash)}${nextLog === undefined ? '' : `-${toQuantity(nextLog)}`}`

const cursorForm = /^(0x[0-9a-f]{1,12})-(0x[0-9a-f]{64})(?:-(0x[0-9a-f]{1,8}))?$/

function cursorIn(value: unknown): LogCursor | undefined {
  if (value === undefined || value === null) return undefined
  const [, number, hash, nextLog] = cursorForm.exec(String(value)) ?? []
  if (number === undefined || hash === undefined) throw invalidCursor()
  return {
    number: Number(number),
    hash: asHash(fromHex(hash)),
    nextLog: nextLog === undefined ? undefined : Number(nextLog),
  }
}

function limitIn(value: unknown): number {
  if (value === undefined || value === null) return maximumLogs
  const limit = typeof value === 'string' && /^0x[0-9a-f]{1,8}$/i.test(value) ? Number(value) : value
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= maximumLogs) return limit
  throw invalidPageSize(maximumLogs)
}

/** A log filter that asks for a page when it has the member `cursor`, which is null for the first one. `limit` alone is ignored. */
export const pagedLogFilter: Codec<LogFilter | LogPageRequest> = {
  schema: schema.objectWith({
    ...logFilterMembers,
    cursor: schema.nullable(schema.text),
    limit: schema.eitherOf(schema.quantity, schema.number),
  }),
  decode(value) {
    const filter = logFilter.decode(value)
    if (!isJsonObject(value) || value['cursor'] === undefined) return filter
    if (filter.blockHash !== undefined) throw pageOfOneBlock()
    return { filter, limit: limitIn(value['limit']), cursor: cursorIn(value['cursor']) }
  },
}
