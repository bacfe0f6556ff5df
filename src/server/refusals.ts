import { invalidRequest, limitExceeded, RpcError } from '../rpc/errors.ts'

/**
 * What is refused before it is a call. The status tells HTTP clients, the error tells the others: the body is a
 * JSON-RPC error in any case.
 */
export interface Refusal {
  readonly status: number
  readonly error: RpcError
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

const missingOrInvalidKey = -32020
const answerTooLarge = -32011
const serverError = -32000
const invalidParams = -32602

const refusal = (status: number, error: RpcError, headers: readonly string[] = []): Refusal => ({
  status,
  error,
  headers,
})
const invalid = (problem: string): RpcError =>
  new RpcError(invalidRequest().code, `invalid request: ${problem}`)

export const allowedMethods = 'POST, OPTIONS'

/** The same for keys that are unknown, revoked, expired or of another network: nobody learns which. */
export const invalidKey = (): Refusal =>
  refusal(401, new RpcError(missingOrInvalidKey, 'missing or invalid API key'))
export const hostNotAllowed = (): Refusal => refusal(400, invalid('host not allowed'))
export const originNotAllowed = (): Refusal => refusal(400, invalid('origin not allowed'))
export const unknownPath = (): Refusal => refusal(404, invalid('no network at this path'))
export const methodNotAllowed = (): Refusal => refusal(405, invalid('use POST'), ['allow', allowedMethods])
export const bodyTooLarge = (maximum: number): Refusal => refusal(413, invalid(`more than ${maximum} bytes`))
export const notJson = (): Refusal => refusal(415, invalid('Content-Type must be application/json'))
export const overLimit = (limit: string, retryAfterMs: number): Refusal =>
  refusal(429, limitExceeded(limit), ['retry-after', String(Math.ceil(retryAfterMs / 1000))])
export const shuttingDown = (): Refusal =>
  refusal(503, new RpcError(serverError, 'the server is shutting down'), ['retry-after', '5'])
export const tooBusy = (): Refusal =>
  refusal(503, new RpcError(serverError, 'the server is busy'), ['retry-after', '1'])

export const answerTooLong = (maximum: number): RpcError =>
  new RpcError(answerTooLarge, `Response size limit of ${maximum} bytes exceeded`)
export const criterionNotObject = (): RpcError =>
  new RpcError(invalidParams, 'invalid argument: expected an object')
