import { type Buffer, isUtf8 } from '../../platform/buffer.ts'
import {
  idTooLong,
  invalidRequest,
  methodNotFound,
  RpcError,
  wrongId,
  wrongVersion,
} from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import { jsonOrError, withoutMark } from '../params/parseJson.ts'
import type { FoundMethod } from '../registry/registry.ts'

/*
 * A body as a client sends it becomes text, a value, and a request or several. Ids are echoed exactly, including integers
 * that a JavaScript number cannot hold: some clients number their requests with random 64-bit integers and do not recognise
 * an answer with a rounded id. Such an id is parsed as text with a mark.
 */

export type RequestId = string | number | null

/** One request as its envelope says. */
export interface Request {
  /** Undefined for a notification, which is not answered. */
  readonly id: RequestId | undefined
  /** Empty when the request names no method. */
  readonly name: string
  readonly method: FoundMethod
  readonly params: unknown
  /** Why this is not a request; undefined when it is one. A malformed request is answered even without an id. */
  readonly problem: RpcError | undefined
}

/** Stands for a body that is answered as a whole. */
export const wholeBody: Request = {
  id: null,
  name: '',
  method: undefined,
  params: undefined,
  problem: undefined,
}

/** JSON is exchanged in UTF-8 (RFC 8259). Invalid UTF-8 becomes empty text, which then fails to parse. */
export function textOfBody(bytes: Buffer): string {
  const text = bytes.toString()
  return text.includes('\ufffd') && !isUtf8(bytes) ? '' : text
}

/** The value of a request's or a batch's text with every digit of its ids, or the `RpcError` that it is answered with. */
export function parseBody(text: string, maximumDepth: number): unknown {
  const parsed = jsonOrError(text, maximumDepth)
  return hasRounded(parsed) ? JSON.parse(withExactIds(text)) : parsed
}

/** The text that `JSON.parse` makes the result of `parseBody` from, or the `RpcError` that the body is answered with. */
export function checkBody(text: string, maximumDepth: number): string | RpcError {
  const parsed = jsonOrError(text, maximumDepth)
  if (parsed instanceof RpcError) return parsed
  return hasRounded(parsed) ? withExactIds(text) : withoutMark(text)
}

/** Reads one request, never a batch, and finds its method. */
export function readRequest(value: unknown, find: (name: string) => FoundMethod): Request {
  if (!isJsonObject(value)) return { ...wholeBody, problem: invalidRequest() }
  const { jsonrpc, id, method: named, params } = value
  const name = typeof named === 'string' ? named : ''
  const method = name === '' ? undefined : find(name)
  if (id !== undefined && !isRequestId(id)) {
    const problem = typeof id === 'string' ? idTooLong(maximumIdLength) : wrongId()
    return { id: null, name, method, params, problem }
  }
  if (jsonrpc !== undefined && jsonrpc !== null && jsonrpc !== '2.0') {
    return { id: id ?? null, name, method, params, problem: wrongVersion() }
  }
  if (typeof named !== 'string') {
    return { id: id ?? null, name, method, params, problem: methodNotFound() }
  }
  return { id, name, method, params, problem: undefined }
}

/** Every answer and refusal repeats the id, so a client could make the server write and hold as much as it sends (S23). */
const maximumIdLength = 256

const isRequestId = (id: unknown): id is RequestId =>
  id === null || (typeof id === 'string' ? id.length <= maximumIdLength : Number.isFinite(id))

/** The id to refuse a body with: null for a batch, a malformed request or a malformed id. */
export function idOf(body: unknown): RequestId {
  if (!isJsonObject(body)) return null
  const { id } = body
  return id !== undefined && isRequestId(id) ? id : null
}

const escapedMark = '\\u0000'
/** A quote inside a string is escaped, so this matches names of members only. */
const longId = /("id"\s*:\s*)(-?[1-9]\d{15,})(?=\s*[,}])/g
const longDigits = /^-?\d{16,}$/

const withExactIds = (text: string): string => withoutMark(text).replace(longId, `$1"${escapedMark}$2"`)

/** Whether the id of a request, or of one in a batch, has lost digits. */
function hasRounded(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(hasRounded)
  if (!isJsonObject(body)) return false
  const { id } = body
  return typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER
}

/** The JSON of an id as the client sent it. */
export function idText(id: RequestId): string {
  if (typeof id === 'number') return String(id)
  if (id?.startsWith('\0') && longDigits.test(id.slice(1))) return id.slice(1)
  return JSON.stringify(id)
}
