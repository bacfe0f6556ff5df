import { headHeader, workHeader } from '../../server/settings/fleetHeaders.ts'
import type { ReplyHead } from './replyParser.ts'

/** The best block of a node. */
export interface NodeHead {
  readonly number: number
  /** In hex. */
  readonly hash: string
}

/** The work of one call, as a node measured it. */
export interface ReportedWork {
  readonly gas: number
  readonly logs: number
  readonly threadMs: number
  readonly errorCode: number | undefined
}

/** An answer with status 200 of a node that recognises the gateway. */
export interface NodeAnswer {
  readonly head: NodeHead
  /** The whole body, or a long one as it comes. */
  readonly body: Buffer | AsyncIterableIterator<Uint8Array>
  /** Of each call; of a body in pieces it is known after the last piece. */
  readonly work: () => readonly ReportedWork[]
}

const headText = /^(\d{1,15}),(0x[0-9a-f]{64})$/
const workText = /^(\d{1,15}),(\d{1,15}),(\d{1,12}(?:\.\d{1,3})?),(-?\d{1,9})?$/
/** Calls of one body whose work is read. */
const longestWork = 10_000

/** The node's best block; undefined when the node does not recognise the gateway. */
export function headOf({ headers }: ReplyHead): NodeHead | undefined {
  const [, number, hash = ''] = headText.exec(headers.get(headHeader) ?? '') ?? []
  return number === undefined ? undefined : { number: Number(number), hash }
}

/** The work in the headers or trailers of a reply; empty when they do not tell it. */
export const workOf = (headers: ReadonlyMap<string, string>): readonly ReportedWork[] =>
  workIn(headers.get(workHeader) ?? '')

/** The work of one call as nodes write it. */
export const workEntry = ({ gas, logs, threadMs, errorCode }: ReportedWork): string =>
  `${gas},${logs},${threadMs.toFixed(3)},${errorCode ?? ''}`

/** The work of each call. */
export function workIn(value: string): readonly ReportedWork[] {
  if (value === '') return []
  return value.split(';', longestWork).flatMap((entry) => {
    const [, gas, logs, threadMs, errorCode] = workText.exec(entry) ?? []
    if (gas === undefined) return []
    return [
      {
        gas: Number(gas),
        logs: Number(logs),
        threadMs: Number(threadMs),
        errorCode: errorCode === undefined ? undefined : Number(errorCode),
      },
    ]
  })
}
