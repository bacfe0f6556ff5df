import { errorResponse, type RequestId, type Response } from '../../rpc/dispatch.ts'
import type { RpcError } from '../../rpc/errors.ts'
import { isJsonObject, type Json } from '../../rpc/json.ts'
import { JsonText } from '../../rpc/jsonText.ts'
import { idText } from './exactIds.ts'

/* As much of a request's envelope as the server has to understand. */

export function methodOf(request: unknown): string | undefined {
  if (!isJsonObject(request)) return undefined
  const { method } = request
  return typeof method === 'string' ? method : undefined
}

/** The id to answer with: null when there is none, or none that can be echoed. */
export function idOf(request: unknown): RequestId {
  if (!isJsonObject(request)) return null
  const { id } = request
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null
}

/** Whether it has the form of a request, so that it fails for its contents only. */
export function isWellFormed(request: unknown): boolean {
  if (!isJsonObject(request)) return false
  const { jsonrpc = '2.0', id = null } = request
  return (jsonrpc === '2.0' || jsonrpc === null) && (id === null || idOf(request) === id)
}

/** A request without an id wants no answer. */
function isNotification(request: unknown): boolean {
  if (!isJsonObject(request)) return false
  const { id } = request
  return id === undefined
}

export const failure = (request: unknown, error: RpcError): Response | undefined =>
  isNotification(request) ? undefined : errorResponse(idOf(request), error)

export const success = (request: unknown, result: Json): Response | undefined =>
  isNotification(request) ? undefined : { jsonrpc: '2.0', id: idOf(request), result }

/** What stands before a result, and behind it. */
export const beginningOf = (id: RequestId): string => `{"jsonrpc":"2.0","id":${idText(id)},"result":`
export const end = '}'

/** One answer as it is sent; empty when there is nothing to answer. */
export function answerText(answer: Response | undefined): string {
  if (answer === undefined) return ''
  const { id } = answer
  if ('error' in answer) return `{"jsonrpc":"2.0","id":${idText(id)},"error":${JSON.stringify(answer.error)}}`
  const { result } = answer
  return beginningOf(id) + (result instanceof JsonText ? result.text : JSON.stringify(result)) + end
}

export const errorText = (request: unknown, error: RpcError): string =>
  answerText(errorResponse(idOf(request), error))
