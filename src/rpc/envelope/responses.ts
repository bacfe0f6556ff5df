import { RpcError } from '../errors/errors.ts'
import type { Json } from '../json/json.ts'
import { JsonText } from '../json/jsonText.ts'
import type { Result } from '../json/result.ts'
import { idOf, idText, type Request, type RequestId } from './request.ts'

export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: Json
  /** For clients in the same program; JSON has no functions. */
  readonly solidityStack?: RpcError['solidityStack']
}

export type Response =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: Result }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly error: ErrorObject }

const errorObject = ({ code, message, data, solidityStack }: RpcError): ErrorObject => ({
  code,
  message,
  ...(data !== undefined && { data }),
  ...(solidityStack && { solidityStack }),
})

/** Undefined for a notification. */
export function responseTo({ id }: Pick<Request, 'id'>, outcome: Result | RpcError): Response | undefined {
  if (id === undefined) return undefined
  return outcome instanceof RpcError
    ? { jsonrpc: '2.0', id, error: errorObject(outcome) }
    : { jsonrpc: '2.0', id, result: outcome }
}

/** The text before and after a result that is written apart. */
export const beforeResult = (id: RequestId): string => `{"jsonrpc":"2.0","id":${idText(id)},"result":`
export const afterResult = '}'

/** The response to a request as it is sent, for a result that is not streamed; empty for a notification. */
export function responseText({ id }: Pick<Request, 'id'>, outcome: Result | RpcError): string {
  if (id === undefined) return ''
  const beginning = `{"jsonrpc":"2.0","id":${idText(id)},`
  if (outcome instanceof RpcError) return `${beginning}"error":${JSON.stringify(errorObject(outcome))}}`
  return `${beginning}"result":${outcome instanceof JsonText ? outcome.text : JSON.stringify(outcome)}}`
}

/** The error response to a body that is refused as a whole. */
export const refusalText = (body: unknown, error: RpcError): string => responseText({ id: idOf(body) }, error)
