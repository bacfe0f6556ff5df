import type { Buffer } from '../platform/buffer.ts'
import type { Pieces } from '../primitives/work/pieces.ts'
import { isRecord, type RemoteFault } from './jsonAnswers.ts'
import type { ReplyHeaders } from './transport.ts'

/** The best block of a node. */
export interface NodeHead {
  readonly number: number
  /** In hex. */
  readonly hash: string
}

/** The work of one call, as a node counted it. */
export interface ReportedWork {
  readonly units: number
  readonly gas: number
  readonly logs: number
  readonly errorCode: number | undefined
}

export interface NodeAnswer {
  /** The number is -1 if the server does not report it; nodes report it to their fleet. */
  readonly head: NodeHead
  /** The whole body, or a long one in pieces as they arrive. */
  readonly body: Buffer | Pieces<Uint8Array>
  /** The work of each call; for a body in pieces it is known after the last piece. */
  readonly work: () => readonly ReportedWork[]
}

/** An answer with its status and headers, which tell more about servers that are not nodes. */
export interface NodeReply extends NodeAnswer {
  readonly status: number
  readonly headers: ReplyHeaders
}

const headText = /^(\d{1,15}),(0x[0-9a-f]{64})$/
const workText = /^(\d{1,12}\.\d{3}),(\d{1,15}),(\d{1,15}),(-?\d{1,9})?$/
/** Maximum number of calls of one body whose work is read. */
const maximumWork = 10_000

/** The best block as a node writes it; undefined for another text. */
export function headIn(text: string): NodeHead | undefined {
  const [, number, hash = ''] = headText.exec(text) ?? []
  return number === undefined ? undefined : { number: Number(number), hash }
}

/** The work of one call as nodes write it. */
export const workEntry = ({ units, gas, logs, errorCode }: ReportedWork): string =>
  `${units.toFixed(3)},${gas},${logs},${errorCode ?? ''}`

/** The work of each call; empty when the node does not report it. */
export function workIn(text: string): readonly ReportedWork[] {
  const work: ReportedWork[] = []
  if (text === '') return work
  for (const entry of text.split(';', maximumWork)) {
    const [, units, gas, logs, errorCode] = workText.exec(entry) ?? []
    if (units === undefined) continue
    work.push({
      units: Number(units),
      gas: Number(gas),
      logs: Number(logs),
      errorCode: errorCode === undefined ? undefined : Number(errorCode),
    })
  }
  return work
}

/* Nodes write the members of an answer in a fixed order, so their fleet finds the result without parsing the answer. */

/** All questions have the id 0. */
export const questionText = (method: string, params: unknown): string =>
  `{"jsonrpc":"2.0","id":0,"method":${JSON.stringify(method)},"params":${JSON.stringify(params ?? [])}}`

export const beforeOutcome = '{"jsonrpc":"2.0","id":0,"'
export const beforeResult = `${beforeOutcome}result":`
const beforeError = `${beforeOutcome}error":`
/** The first letter of `error`: comparing one byte identifies most results without decoding the text. */
const letterOfError = 0x65

/** The JSON of the result; undefined for another answer. */
export function resultIn(body: Buffer): string | undefined {
  const text = body.toString()
  return text.startsWith(beforeResult) && text.endsWith('}') ? text.slice(beforeResult.length, -1) : undefined
}

/** The error of an answer of a node that recognises its fleet; undefined for another answer. */
export function faultIn(body: Buffer): RemoteFault | undefined {
  if (body[beforeOutcome.length] !== letterOfError) return undefined
  const text = body.toString()
  return text.startsWith(beforeError) ? faultOf(parsedJson(text)) : undefined
}

/** The error of a parsed answer; undefined for another answer. */
export function faultOf(answer: unknown): RemoteFault | undefined {
  if (!isRecord(answer) || !isRecord(answer['error'])) return undefined
  const { code, message, data } = answer['error']
  if (!Number.isSafeInteger(code) || typeof message !== 'string') return undefined
  return { code: Number(code), message, data }
}

/** The JSON of the result as a value; undefined for another answer. */
export const parsedIn = (body: Buffer): unknown => parsedJson(resultIn(body) ?? '')

/** Undefined for text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
