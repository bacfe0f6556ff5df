import type { RpcContext } from './context.ts'
import {
  batchTooLarge,
  invalidRequest,
  methodNotFound,
  namedParameters,
  notAvailable,
  parametersNotArray,
  type RpcError,
} from './errors.ts'
import { failureFor } from './failure.ts'
import { isJsonObject, type Json } from './json.ts'
import type { Registry } from './registry.ts'
import type { Result } from './result.ts'
import { StreamedJson } from './streamedJson.ts'

/*
 * The envelope of JSON-RPC 2.0: a request or a batch of them in, answers out. Whatever happens inside, a request
 * is answered, and nothing is thrown.
 */

export type RequestId = string | number | null

export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: Json
}

export type Response =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: Result }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly error: ErrorObject }

export interface DispatcherOptions {
  readonly registry: Registry
  readonly maximumBatch: number
  /** Hears of errors that nobody foresaw. */
  readonly report: (error: unknown) => void
}

type Maybe<T> = T | undefined
type Later<T> = T | Promise<T>

export class Dispatcher {
  readonly #options: DispatcherOptions

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  /** Answers what a client sent, already parsed; undefined when there is nothing to answer. */
  handle(body: unknown, context: RpcContext): Later<Maybe<Response | Response[]>> {
    return Array.isArray(body) ? this.#batch(body, context) : this.request(body, context)
  }

  #batch(items: readonly unknown[], context: RpcContext): Later<Maybe<Response | Response[]>> {
    const { maximumBatch } = this.#options
    if (items.length === 0) return errorResponse(null, invalidRequest())
    if (items.length > maximumBatch) return errorResponse(null, batchTooLarge(maximumBatch))
    return this.#items(items, context)
  }

  /** One after the other: a transaction must be there for the question that follows it. */
  async #items(items: readonly unknown[], context: RpcContext): Promise<Maybe<Response[]>> {
    const responses: Response[] = []
    for (const item of items) {
      const answer = this.request(item, context)
      const response = answer instanceof Promise ? await answer : answer
      if (response !== undefined) responses.push(response)
    }
    return responses.length === 0 ? undefined : responses
  }

  /** Answers one request; a batch is none. */
  request(request: unknown, context: RpcContext): Later<Maybe<Response>> {
    if (!isJsonObject(request)) return errorResponse(null, invalidRequest())
    const { jsonrpc, id, method, params } = request
    if (id !== undefined && !isRequestId(id)) return errorResponse(null, invalidRequest())
    if (jsonrpc !== undefined && jsonrpc !== null && jsonrpc !== '2.0') {
      return errorResponse(id ?? null, invalidRequest())
    }
    if (typeof method !== 'string') return errorResponse(id ?? null, methodNotFound())
    const answer = this.#call(method, params, id ?? null, context)
    if (id !== undefined) return answer
    return answer instanceof Promise ? answer.then(() => undefined) : undefined
  }

  #call(name: string, params: unknown, id: RequestId, context: RpcContext): Later<Response> {
    const { registry, report } = this.#options
    const failed = (error: unknown): Response => errorResponse(id, failureFor(error, report))
    const succeeded = (result: Result): Response =>
      success(id, result instanceof StreamedJson ? this.#explained(result) : result)
    try {
      const method = registry.find(name)
      if (method === undefined) throw methodNotFound()
      if (method === 'unavailable') throw notAvailable(name)
      const answer = method.call(positional(params), context)
      return answer instanceof Promise ? answer.then(succeeded, failed) : succeeded(answer)
    } catch (error) {
      return failed(error)
    }
  }

  #explained(result: StreamedJson): StreamedJson {
    return result.explaining((error) => failureFor(error, this.#options.report))
  }
}

const isRequestId = (id: unknown): id is RequestId =>
  id === null || typeof id === 'string' || Number.isFinite(id)

/** Parameters have positions, not names; an empty object has neither. */
function positional(params: unknown): readonly unknown[] {
  if (Array.isArray(params)) return params
  if (params === undefined || params === null) return []
  if (!isJsonObject(params)) throw parametersNotArray()
  if (Object.keys(params).length > 0) throw namedParameters()
  return []
}

const success = (id: RequestId, result: Result): Response => ({ jsonrpc: '2.0', id, result })

export function errorResponse(id: RequestId, { code, message, data }: RpcError): Response {
  const error = data === undefined ? { code, message } : { code, message, data }
  return { jsonrpc: '2.0', id, error }
}
