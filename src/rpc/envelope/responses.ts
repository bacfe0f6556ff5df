import type { RpcError } from '../errors/errors.ts'
import type { Json } from '../json/json.ts'
import { JsonText } from '../json/jsonText.ts'
import type { Result } from '../json/result.ts'
import { idText } from './exactIds.ts'
import { idOf, type Request, type RequestId } from './request.ts'

export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: Json
}

export type Response =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: Result }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly error: ErrorObject }

export const successResponse = (id: RequestId, result: Result): Response => ({ jsonrpc: '2.0', id, result })

export function errorResponse(id: RequestId, { code, message, data }: RpcError): Response {
  const error = data === undefined ? { code, message } : { code, message, data }
  return { jsonrpc: '2.0', id, error }
}

/** Undefined for a notification. */
export const failureResponse = ({ id }: Request, error: RpcError): Response | undefined =>
  id === undefined ? undefined : errorResponse(id, error)

/** The text before and after a result. */
export const beforeResult = (id: RequestId): string => `{"jsonrpc":"2.0","id":${idText(id)},"result":`
export const afterResult = '}'

/** A response as it is sent; empty for a notification. */
export function responseText(response: Response | undefined): string {
  if (response === undefined) return ''
  const { id } = response
  if ('error' in response) {
    return `{"jsonrpc":"2.0","id":${idText(id)},"error":${JSON.stringify(response.error)}}`
  }
  const { result } = response
  return beforeResult(id) + (result instanceof JsonText ? result.text : JSON.stringify(result)) + afterResult
}

/** The error response to a body that is refused as a whole. */
export const refusalText = (body: unknown, error: RpcError): string =>
  responseText(errorResponse(idOf(body), error))
