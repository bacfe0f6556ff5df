import { answerTooLong, type RpcError } from '../errors/errors.ts'
import { giveBack, type Piece, takenText, textOf } from '../json/piece.ts'
import { StreamedJson } from '../json/streamedJson.ts'
import type { AnswerContext } from './answerContext.ts'
import { AnswerPieces } from './answerPieces.ts'
import { beforeDeadline } from './beforeDeadline.ts'
import { CallControl } from './callControl.ts'
import type { Dispatcher } from './dispatcher.ts'
import { HeldText } from './heldText.ts'
import { type Request, type RequestId, wholeBody } from './request.ts'
import { afterResult, beforeResult, failureResponse, type Response, responseText } from './responses.ts'

/** An answer as it is sent: its text, empty for a notification, or the pieces of it. */
export type Answered = Piece | AnswerPieces

/** Units that a request costs whose method is unknown, and a body that is refused unread. */
export const lowestCost = 1

type MaybeResponse = Response | undefined

/** One request on its way to its answer. */
interface Call {
  readonly request: Request
  readonly context: AnswerContext
  readonly startedAtMs: number
  readonly control: CallControl
}

const newCall = (request: Request, context: AnswerContext): Call => ({
  request,
  context,
  startedAtMs: performance.now(),
  control: new CallControl(context),
})

/** Answers single requests within the limits of their contexts. */
export class Answerer<Context> {
  readonly #dispatcher: Dispatcher<Context>
  readonly #explain: (error: unknown) => RpcError

  constructor(dispatcher: Dispatcher<Context>, explain: (error: unknown) => RpcError) {
    this.#dispatcher = dispatcher
    this.#explain = explain
  }

  answer(request: Request, context: AnswerContext): Answered | Promise<Answered> {
    const call = newCall(request, context)
    const { control } = call
    const response = this.#dispatcher.dispatch(request, context.client, control)
    if (!(response instanceof Promise)) return this.#finish(call, response, call.startedAtMs)
    control.meter.addThreadMs(performance.now() - call.startedAtMs)
    const stop = (): void => control.stop()
    const stopWatching = control.isHandedOver ? context.whenGone(stop) : () => {}
    return beforeDeadline(response, this.#timeoutMs(call), stop)
      .finally(stopWatching)
      .then(
        (late) => this.#finish(call, late, performance.now()),
        (error: unknown) => this.#fail(call, error),
      )
  }

  /** Answers a body that is refused as a whole. */
  refuse(problem: RpcError, context: AnswerContext): string {
    return this.#fail(newCall(wholeBody, context), problem)
  }

  /** The text of an answer; a failure on the way becomes an error response. Empty when the client goes first. */
  async collect(
    answered: Answered | Promise<Answered>,
    request: Request,
    context: AnswerContext,
  ): Promise<string> {
    const answer = await answered
    if (!(answer instanceof AnswerPieces)) return textOf(answer)
    const held = new HeldText(context)
    try {
      const texts: string[] = []
      for await (const piece of answer) {
        const problem = context.isGone ? undefined : held.add(piece.length)
        if (context.isGone || problem !== undefined) giveBack(piece)
        if (context.isGone) return ''
        if (problem !== undefined) throw problem
        texts.push(takenText(piece))
      }
      return texts.join('')
    } catch (error) {
      return responseText(failureResponse(request, this.#explain(error)))
    } finally {
      held.release()
    }
  }

  /** A call in another thread has its own timeout, which starts when its turn comes. */
  #timeoutMs({ request, control, context: { limits } }: Call): number {
    const isLong = control.isHandedOver || this.#dispatcher.method(request.method)?.isLong === true
    return isLong ? limits.longAnswerTimeoutMs : limits.answerTimeoutMs
  }

  /** `sinceMs` is the moment since which this thread has worked on the answer without a pause. */
  #finish(call: Call, response: MaybeResponse, sinceMs: number): Answered | Promise<Answered> {
    if (response !== undefined && 'result' in response && response.result instanceof StreamedJson) {
      return this.#begin(call, response.id, response.result)
    }
    const { answerBytes } = call.context.limits
    const text = writtenText(response)
    call.control.meter.addThreadMs(performance.now() - sinceMs)
    if (text instanceof Error) return this.#fail(call, text)
    if (text === undefined || text.length > answerBytes) return this.#fail(call, answerTooLong(answerBytes))
    const errorCode = response !== undefined && 'error' in response ? response.error.code : undefined
    this.#measure(call, errorCode, text.length)
    return text
  }

  #fail(call: Call, error: unknown): string {
    const explained = this.#explain(error)
    const text = responseText(failureResponse(call.request, explained))
    this.#measure(call, explained.code, text.length)
    return text
  }

  /** Waits for the first pieces: a failure among them is answered with an error like any other. */
  async #begin(call: Call, id: RequestId, { pieces }: StreamedJson): Promise<Answered> {
    const { request, context } = call
    const answer = new AnswerPieces(pieces, {
      beginning: beforeResult(id),
      end: afterResult,
      maximumLength: context.limits.answerBytes,
      keptBack: context.limits.keptBackBytes,
      timeoutMs: this.#timeoutMs(call) - (performance.now() - call.startedAtMs),
      onEnd: (error) => {
        stopWatching()
        this.#measure(call, error === undefined ? undefined : this.#explain(error).code, answer.length)
      },
    })
    const stopWatching = context.whenGone(() => void answer.return())
    const held = new HeldText(context)
    try {
      const whole = await answer.begin(held)
      if (whole === undefined) return answer
      held.release()
      return whole
    } catch (error) {
      held.release()
      return responseText(failureResponse(request, this.#explain(error)))
    }
  }

  #measure(
    { request, context, startedAtMs, control }: Call,
    errorCode: number | undefined,
    length: number,
  ): void {
    const method = this.#dispatcher.method(request.method)
    context.measured({
      method: method === undefined ? 'unknown' : request.method,
      ms: performance.now() - startedAtMs,
      floor: method?.cost ?? lowestCost,
      work: control.meter.work(length),
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
