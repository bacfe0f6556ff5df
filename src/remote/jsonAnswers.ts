import type { Buffer } from '../platform/buffer.ts'

/** One JSON-RPC request, without its id. */
export interface RemoteCall {
  readonly method: string
  readonly params: readonly unknown[]
  /** Whether it must not be sent again once the node may have executed it. */
  readonly isOnce?: boolean
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An endpoint's answer to one call: any JSON value, or a JSON-RPC error. */
export type RemoteAnswer =
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: RemoteFault }

/** The same with the JSON text of the result, which is passed on unread. */
export type RemoteText =
  | { readonly text: string; readonly error?: undefined }
  | { readonly error: RemoteFault }

/** The JSON-RPC error of an answer. */
export interface RemoteFault {
  readonly code: number
  readonly message: string
  /** Any JSON value; undefined if the endpoint sent none. */
  readonly data?: unknown
}

/** The endpoint refuses a batch as a whole; it may accept shorter ones. */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused'
}

/** Maximum characters of an endpoint's error message, and of its data; a revert returns less. */
const [maximumMessage, maximumData] = [300, 1 << 20]

/** The text of a batch, or of a single request. Ids are positions. */
export const requestText = (calls: readonly RemoteCall[]): string => {
  const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  return JSON.stringify(requests.length === 1 ? requests[0] : requests)
}

/** The answers in the order of the calls. Throws a `SyntaxError` or `TypeError` for text that does not answer them. */
export function answersIn(text: string, count: number): RemoteAnswer[] {
  const parsed: unknown = JSON.parse(text)
  if (count > 1 && !Array.isArray(parsed)) throw new BatchRefused('the endpoint refuses the batch')
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  const answers: (RemoteAnswer | undefined)[] = new Array(count).fill(undefined)
  for (const item of list) {
    if (typeof item !== 'object' || item === null) throw new TypeError('an answer is not an object')
    const { id, result, error }: { id?: unknown; result?: unknown; error?: unknown } = item
    const position = count === 1 && (id === null || id === undefined) ? 0 : id
    if (typeof position !== 'number' || !(position in answers))
      throw new TypeError('an answer has a foreign id')
    answers[position] = error === undefined || error === null ? { result } : { error: errorIn(error) }
  }
  return answers.map((answer) => {
    if (answer === undefined) throw new TypeError('a call was not answered')
    if ('result' in answer && answer.result === undefined) throw new TypeError('an answer has no result')
    return answer
  })
}

function errorIn(error: unknown): RemoteFault {
  if (typeof error !== 'object' || error === null)
    return { code: 0, message: String(error).slice(0, maximumMessage) }
  const { code, message, data }: { code?: unknown; message?: unknown; data?: unknown } = error
  return {
    code: Number.isSafeInteger(code) ? (code as number) : 0,
    message: (typeof message === 'string' ? message : 'an error without a message').slice(0, maximumMessage),
    ...(data !== undefined && JSON.stringify(data).length <= maximumData && { data }),
  }
}

/** Maximum body that may hold a message; a longer one is a web page. */
const maximumRefusal = 4_096

/** The message of a service with an HTTP status that refuses the request; empty if the body is not JSON with a message. */
export function refusalIn(body: Buffer): string {
  if (body.length > maximumRefusal) return ''
  try {
    const { error, message = error }: { error?: unknown; message?: unknown } = Object(
      JSON.parse(body.toString()),
    )
    const said: unknown = typeof message === 'object' && message !== null ? Object(message).message : message
    return typeof said === 'string' ? said.slice(0, maximumMessage) : ''
  } catch {
    return ''
  }
}

export const textOf = (answer: RemoteAnswer): RemoteText =>
  answer.error === undefined ? { text: JSON.stringify(answer.result) } : { error: answer.error }

/** Services also report a spent quota as a JSON-RPC error: -32005 (EIP-1474) or the HTTP status as the code. */
export const isRateLimit = (answer: RemoteAnswer): boolean =>
  answer.error !== undefined && (answer.error.code === -32005 || answer.error.code === 429)

/** Maximum levels of lists and objects. A trace has two for each call, and calls are at most 400 deep. */
const maximumDepth = 1_024
/**
 * A parsed value takes up to 60 bytes of memory. An answer may have at most one value per 12 bytes of the maximum length;
 * values of real answers are longer.
 */
const bytesPerValue = 12

/** An answer that must not be parsed; another attempt would get the same. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

/** The text of an answer that can be parsed within bounds of memory. Throws a `TypeError` for bytes that are not UTF-8. */
export function answerText(body: Buffer, maximumBytes: number): string {
  requireShape(body, maximumBytes / bytesPerValue)
  return textIn(body)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textIn(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new TypeError('it is not UTF-8')
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]

/** Checks brackets and commas only; the parser finds other faults. */
function requireShape(body: Buffer, maximumValues: number): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === quote) at = endOfText(body, at + 1)
    else if (byte === comma) values++
    // In ASCII the brackets differ from the braces in one bit.
    else if ((byte | 0x20) === 0x7b) {
      values++
      if (++depth > maximumDepth) throw new UnusableAnswer(`nests deeper than ${maximumDepth} levels`)
    } else if ((byte | 0x20) === 0x7d) depth--
  }
  if (values > maximumValues) throw new UnusableAnswer(`has more than ${Math.floor(maximumValues)} values`)
}

/** The position of the closing quote, or the end. */
function endOfText(body: Buffer, start: number): number {
  for (let at = start; ; ) {
    const end = body.indexOf(quote, at)
    if (end < 0) return body.length
    let escapes = 0
    while (body[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
    at = end + 1
  }
}
