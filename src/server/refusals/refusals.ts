import { code } from '../../rpc/errors/errorCodes.ts'
import { limitExceeded, RpcError } from '../../rpc/errors/errors.ts'

/** Why a request is refused before it is answered. The body is a JSON-RPC error with any HTTP status. */
export interface Refusal {
  readonly status: number
  readonly error: RpcError
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

/**
 * Why a caller is refused: the key is missing, wrong, revoked or expired; it is live, but for other networks; or keys cannot
 * be checked at the moment.
 */
export type KeyDenial = 'invalid-key' | 'other-network' | 'keys-unavailable'

const refusal = (status: number, error: RpcError, headers: readonly string[] = []): Refusal => ({
  status,
  error,
  headers,
})
const invalid = (problem: string): RpcError =>
  new RpcError(code.invalidRequest, `invalid request: ${problem}`)

const allowedMethods = 'POST, OPTIONS'

/** The same for keys that are unknown, revoked or expired, so that clients cannot probe for keys. */
const invalidKey = (): Refusal => refusal(401, new RpcError(code.invalidKey, 'missing or invalid API key'))
/** Only a client that has the secret of a live key is told that the key is for other networks. */
const keyOfOtherNetwork = (): Refusal =>
  refusal(403, new RpcError(code.invalidKey, 'the API key is not valid for this network'))
/** The shared state of keys is away for longer than they may be trusted. */
const keysUnavailable = (): Refusal =>
  refusal(503, new RpcError(code.server, 'API keys cannot be checked at the moment'), ['retry-after', '5'])
export function keyRefusal(denial: KeyDenial): Refusal {
  if (denial === 'keys-unavailable') return keysUnavailable()
  return denial === 'other-network' ? keyOfOtherNetwork() : invalidKey()
}
const echoedCharacters = 100
/** `isLoopback` says that the server answers to names of this machine only, as it listens at a loopback address. */
export const hostNotAllowed = (host: string | undefined, isLoopback: boolean): Refusal => {
  const remedy = isLoopback
    ? 'use localhost or 127.0.0.1 in the URL, or let the proxy set it as Host'
    : 'add it to the setting allowed-hosts'
  const name = host === undefined ? '' : ` ${host.slice(0, echoedCharacters)}`
  return refusal(400, invalid(`host${name} not allowed: ${remedy}`))
}
/** `network` is the one whose setting excludes the origin; undefined when the key excludes it. */
export const repeatedHost = (): Refusal => refusal(400, invalid('several Host headers'))
export const originNotAllowed = (network?: string): Refusal => {
  const remedy = network === undefined ? '' : `: add it to the setting networks.${network}.origins`
  return refusal(400, invalid(`origin not allowed${remedy}`))
}
/** `nearest` is the name of the network that the client probably means. */
export const unknownPath = (nearest?: string): Refusal => {
  const suggestion = nearest === undefined ? '' : `; did you mean /${nearest}?`
  return refusal(404, invalid(`no network at this path${suggestion}`))
}
export const methodNotAllowed = (): Refusal => refusal(405, invalid('use POST'), ['allow', allowedMethods])
export const bodyTooLarge = (maximum: number): Refusal => refusal(413, invalid(`more than ${maximum} bytes`))
export const headTooLong = (lines: number): Refusal =>
  refusal(431, invalid(`more than ${lines} header lines`))
export const notJson = (): Refusal => refusal(415, invalid('Content-Type must be application/json'))
export const overLimit = (limit: string, retryAfterMs: number): Refusal =>
  refusal(429, limitExceeded(limit), ['retry-after', String(Math.ceil(retryAfterMs / 1000))])
export const tooManyUnread = (): Refusal =>
  refusal(429, limitExceeded('unread answers'), ['retry-after', '1'])
export const tooManyWebSockets = (): Refusal =>
  refusal(429, limitExceeded('WebSockets'), ['retry-after', '1'])
export const shuttingDown = (): Refusal =>
  refusal(503, new RpcError(code.server, 'the server is shutting down'), ['retry-after', '5'])
export const tooBusy = (): Refusal =>
  refusal(503, new RpcError(code.server, 'the server is busy'), ['retry-after', '1'])
