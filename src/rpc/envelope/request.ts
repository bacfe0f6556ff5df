import { invalidRequest, methodNotFound, type RpcError } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'

export type RequestId = string | number | null

/** One request as its envelope says. */
export interface Request {
  /** Undefined for a notification, which is not answered. */
  readonly id: RequestId | undefined
  /** Empty when the request names no method. */
  readonly method: string
  readonly params: unknown
  /** Why this is not a request; undefined when it is one. A malformed request is answered even without an id. */
  readonly problem: RpcError | undefined
}

/** Stands for a body that is answered as a whole. */
export const wholeBody: Request = { id: null, method: '', params: undefined, problem: undefined }

/** Reads one request, never a batch. */
export function readRequest(value: unknown): Request {
  if (!isJsonObject(value)) return malformed('', null, invalidRequest())
  const { jsonrpc, id, method, params } = value
  const name = typeof method === 'string' ? method : ''
  if (id !== undefined && !isRequestId(id)) return malformed(name, null, invalidRequest())
  if (jsonrpc !== undefined && jsonrpc !== null && jsonrpc !== '2.0') {
    return malformed(name, id ?? null, invalidRequest())
  }
  if (typeof method !== 'string') return malformed('', id ?? null, methodNotFound())
  return { id, method, params, problem: undefined }
}

const malformed = (method: string, id: RequestId, problem: RpcError): Request => ({
  id,
  method,
  params: undefined,
  problem,
})

const isRequestId = (id: unknown): id is RequestId =>
  id === null || typeof id === 'string' || Number.isFinite(id)

/** The id to refuse a body with: null for a batch, a malformed request or a malformed id. */
export function idOf(body: unknown): RequestId {
  if (!isJsonObject(body)) return null
  const { id } = body
  return id !== undefined && isRequestId(id) ? id : null
}
