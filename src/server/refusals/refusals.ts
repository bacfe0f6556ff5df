import { code } from '../../rpc/errors/errorCodes.ts'
import { limitExceeded, RpcError } from '../../rpc/errors/errors.ts'

/** Why a request is refused before it is answered. The body is a JSON-RPC error with any HTTP status. */
export interface Refusal {
  readonly status: number
  readonly error: RpcError
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

const refusal = (status: number, error: RpcError, headers: readonly string[] = []): Refusal => ({
  status,
  error,
  headers,
})
const invalid = (problem: string): RpcError =>
  new RpcError(code.invalidRequest, `invalid request: ${problem}`)

const allowedMethods = 'POST, OPTIONS'

/**
 * The same for keys that are unknown, revoked, expired or of another network, so that clients cannot probe for keys.
 */
export const invalidKey = (): Refusal =>
  refusal(401, new RpcError(code.invalidKey, 'missing or invalid API key'))
export const hostNotAllowed = (): Refusal => refusal(400, invalid('host not allowed'))
export const originNotAllowed = (): Refusal => refusal(400, invalid('origin not allowed'))
export const unknownPath = (): Refusal => refusal(404, invalid('no network at this path'))
export const methodNotAllowed = (): Refusal => refusal(405, invalid('use POST'), ['allow', allowedMethods])
export const bodyTooLarge = (maximum: number): Refusal => refusal(413, invalid(`more than ${maximum} bytes`))
export const notJson = (): Refusal => refusal(415, invalid('Content-Type must be application/json'))
export const overLimit = (limit: string, retryAfterMs: number): Refusal =>
  refusal(429, limitExceeded(limit), ['retry-after', String(Math.ceil(retryAfterMs / 1000))])
export const shuttingDown = (): Refusal =>
  refusal(503, new RpcError(code.server, 'the server is shutting down'), ['retry-after', '5'])
export const tooBusy = (): Refusal =>
  refusal(503, new RpcError(code.server, 'the server is busy'), ['retry-after', '1'])
