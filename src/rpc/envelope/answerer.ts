import { answerTooLong, type RpcError } from '../errors/errors.ts'
import { StreamedJson } from '../json/streamedJson.ts'
import type { AnswerContext } from './answerContext.ts'
import { AnswerPieces } from './answerPieces.ts'
import { beforeDeadline } from './beforeDeadline.ts'
import type { Dispatcher } from './dispatcher.ts'
import { HeldText } from './heldText.ts'
import { type Request, type RequestId, wholeBody } from './request.ts'
import { afterResult, beforeResult, failureResponse, type Response, responseText } from './responses.ts'

/** An answer as it is sent: its text, empty for a notification, or the pieces of it. */
export type Answered = string | AnswerPieces

type MaybeResponse = Response | undefined

/** One request on its way to its answer. */
interface Call {
  readonly request: Request
  readonly context: AnswerContext
  readonly startedAtMs: number
}

/** Answers single requests within the limits of their contexts. */
export class Answerer<Context> {
  readonly #dispatcher: Dispatcher<Context>
  readonly #explain: (error: unknown) => RpcError

  constructor(dispatcher: Dispatcher<Context>, explain: (error: unknown) => RpcError) {
    this.#dispatcher = dispatcher
    this.#explain = explain
  }

  answer(request: Request, context: AnswerContext): Answered | Promise<Answered> {
    const call = { request, context, startedAtMs: performance.now() }
    const response = this.#dispatcher.dispatch(request, context.client)
    if (!(response instanceof Promise)) return this.#finish(call, response)
    return beforeDeadline(response, this.#timeoutMs(call)).then(
      (late) => this.#finish(call, late),
      (error: unknown) => this.#fail(call, error),
    )
  }

  /** Answers a body that is refused as a whole. */
  refuse(problem: RpcError, context: AnswerContext): string {
    return this.#fail({ request: wholeBody, context, startedAtMs: performance.now() }, problem)
  }

  /** The text of an answer; a failure on the way becomes an error response. Empty when the client goes first. */
  async collect(
    answered: Answered | Promise<Answered>,
    request: Request,
    context: AnswerContext,
  ): Promise<string> {
    const answer = await answered
    if (typeof answer === 'string') return answer
    const held = new HeldText(context)
    try {
      const texts: string[] = []
      for await (const piece of answer) {
        if (context.isGone) return ''
        const problem = held.add(piece.length)
        if (problem !== undefined) throw problem
        texts.push(piece)
      }
      return texts.join('')
    } catch (error) {
      return responseText(failureResponse(request, this.#explain(error)))
    } finally {
      held.release()
    }
  }

  #timeoutMs({ request, context: { limits } }: Call): number {
    const isLong = this.#dispatcher.method(request.method)?.isLong === true
    return isLong ? limits.longAnswerTimeoutMs : limits.answerTimeoutMs
  }

  #finish(call: Call, response: MaybeResponse): Answered | Promise<Answered> {
    if (response !== undefined && 'result' in response && response.result instanceof StreamedJson) {
      return this.#begin(call, response.id, response.result)
    }
    const { answerBytes } = call.context.limits
    const text = writtenText(response)
    if (text instanceof Error) return this.#fail(call, text)
    if (text === undefined || text.length > answerBytes) return this.#fail(call, answerTooLong(answerBytes))
    this.#measure(call, response !== undefined && 'error' in response ? response.error.code : undefined)
    return text
  }

  #fail(call: Call, error: unknown): string {
    const explained = this.#explain(error)
    this.#measure(call, explained.code)
    return responseText(failureResponse(call.request, explained))
  }

  /** Waits for the first piece: a failure before it is answered with an error like any other. */
  async #begin(call: Call, id: RequestId, { pieces }: StreamedJson): Promise<Answered> {
    const { request, context } = call
    const answer = new AnswerPieces(pieces, {
      beginning: beforeResult(id),
      end: afterResult,
      maximumLength: context.limits.answerBytes,
      timeoutMs: this.#timeoutMs(call) - (performance.now() - call.startedAtMs),
      onEnd: (error) => {
        stopWatching()
        this.#measure(call, error === undefined ? undefined : this.#explain(error).code)
      },
    })
    const stopWatching = context.whenGone(() => void answer.return())
    try {
      await answer.begin()
      return answer
    } catch (error) {
      return responseText(failureResponse(request, this.#explain(error)))
    }
  }

  #measure({ request, context, startedAtMs }: Call, errorCode: number | undefined): void {
    const { method } = request
    const isKnown = this.#dispatcher.method(method) !== undefined
    context.measured({
      method: isKnown ? method : 'unknown',
      ms: performance.now() - startedAtMs,
      errorCode,
    })
  }
}

/** Undefined for an answer longer than any string can be; the error for a result that is not JSON. */
function writtenText(response: MaybeResponse): string | Error | undefined {
  try {
    return responseText(response)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    return error instanceof Error ? error : new Error(String(error))
  }
}
