import { batchTooLarge, invalidRequest, RpcError } from '../errors/errors.ts'
import type { AnswerContext, AnswerLimits, RpcClient } from './answerContext.ts'
import { type Answered, Answerer, lowestCost } from './answerer.ts'
import { answerBatch } from './batch.ts'
import { CallControl } from './callControl.ts'
import { Dispatcher, type DispatcherParts } from './dispatcher.ts'
import { readRequest, wholeBody } from './request.ts'
import type { Response } from './responses.ts'

/*
 * The envelope of JSON-RPC 2.0: a request or a batch of them in, answers out. A body is what a client sent, parsed by
 * `parseBody`; an `RpcError` stands for one that could not be parsed.
 */

export class Envelope<Context> {
  readonly #dispatcher: Dispatcher<Context>
  readonly #answerer: Answerer<Context>

  constructor(parts: DispatcherParts<Context>) {
    this.#dispatcher = new Dispatcher(parts)
    this.#answerer = new Answerer(this.#dispatcher, parts.explain)
  }

  /** Answers one request by value; undefined for a notification. */
  handle(request: unknown, client: RpcClient): Response | undefined | Promise<Response | undefined> {
    return this.#dispatcher.dispatch(readRequest(request), client, new CallControl())
  }

  /** Units that the methods of a body cost. */
  costOf(body: unknown, limits: Pick<AnswerLimits, 'batchItems'>): number {
    if (problemOf(body, limits) !== undefined) return lowestCost
    if (!Array.isArray(body)) return this.#costOfRequest(body)
    return body.reduce<number>((sum, item) => sum + this.#costOfRequest(item), 0)
  }

  /** The answer to a body: its text, empty for notifications, or the pieces of one. */
  answer(body: unknown, context: AnswerContext): Answered | Promise<Answered> {
    const problem = problemOf(body, context.limits)
    if (problem !== undefined) return this.#answerer.refuse(problem, context)
    if (Array.isArray(body)) return answerBatch(body.map(readRequest), this.#answerer, context)
    return this.#answerer.answer(readRequest(body), context)
  }

  /** The same as one text, where an answer cannot be sent in pieces. */
  answerText(body: unknown, context: AnswerContext): string | Promise<string> {
    const answered = this.answer(body, context)
    if (typeof answered === 'string') return answered
    const request = Array.isArray(body) ? wholeBody : readRequest(body)
    return this.#answerer.collect(answered, request, context)
  }

  #costOfRequest(request: unknown): number {
    return this.#dispatcher.method(readRequest(request).method)?.cost ?? lowestCost
  }
}

/** Why a body is answered as a whole with an error. */
function problemOf(body: unknown, { batchItems }: Pick<AnswerLimits, 'batchItems'>): RpcError | undefined {
  if (body instanceof RpcError) return body
  if (!Array.isArray(body)) return undefined
  if (body.length === 0) return invalidRequest()
  return body.length > batchItems ? batchTooLarge(batchItems) : undefined
}
