import type { Later } from '../../primitives/work/later.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import { minimumCost } from '../budget/workPrices.ts'
import {
  answerTooLong,
  batchTooLarge,
  emptyBatch,
  executionTimeout,
  foreignPage,
  methodNotFound,
  notAvailable,
  notGranted,
  RpcError,
} from '../errors/errors.ts'
import { giveBack, takenText, textOf } from '../json/piece.ts'
import type { Result } from '../json/result.ts'
import { StreamedJson } from '../json/streamedJson.ts'
import { type Callable, DelegatedRead, KnownResult, type ReadCallable } from '../method/callable.ts'
import type { FoundMethod } from '../registry/registry.ts'
import {
  type AnswerContext,
  type AnswerLimits,
  HeldText,
  inProcess,
  type RpcClient,
  unboundedAnswer,
} from './answerContext.ts'
import { type Answered, AnswerPieces } from './answerPieces.ts'
import { answerBatch } from './batch.ts'
import { Call } from './call.ts'
import type { FailureFacts } from './failure.ts'
import { type Request, type RequestId, readRequest, wholeBody } from './request.ts'
import { afterResult, beforeResult, type Response, responseText, responseTo } from './responses.ts'

/*
 * The envelope of JSON-RPC 2.0: a request or a batch of them in, answers out. A body is what a client sent, parsed by
 * `parseBody`; an `RpcError` stands for one that could not be parsed.
 */

/** Answers reads elsewhere than in this thread. */
export interface OtherPlace<Context> {
  /** `request` is that of the call, or of the read to which the call was delegated. */
  answer(method: ReadCallable<Context>, request: Request, call: Call): Later<Result>
}

/** Where calls run. */
export interface Places<Context> {
  /** Answers reads in several threads; undefined when all calls run in this one. */
  readonly handOver?: OtherPlace<Context> | undefined
  /** Runs a call after what it reads was fetched, on a chain that reads from elsewhere; undefined on any other. */
  readonly runPrepared?:
    | ((request: Request, client: RpcClient, run: () => Later<Result>) => Later<Result>)
    | undefined
}

export interface EnvelopeParts<Context> {
  readonly methods: { find(name: string): FoundMethod<Callable<Context>> }
  /** The circumstances of one call of the client. */
  readonly contextOf: (client: RpcClient, work: WorkMeter) => Context
  /** Whether keys must grant the methods that change the node for other clients. */
  readonly checksGrants?: boolean
  /** The error for a name that no method has; by default it does not repeat the name. */
  readonly unknown?: ((name: string) => RpcError) | undefined
  /** The error that a client is answered when a call throws. */
  readonly explain: (error: unknown, facts: FailureFacts) => RpcError
}

/** The result of a call, or the error that it is answered with. */
type Outcome = Result | RpcError

export class Envelope<Context> {
  readonly #parts: EnvelopeParts<Context>
  /** Changes when the node gets another chain. */
  places: Places<Context>

  constructor(parts: EnvelopeParts<Context>, places: Places<Context> = {}) {
    this.#parts = parts
    this.places = places
  }

  /** Units that the methods of a body cost. */
  costOf(body: unknown, limits: Pick<AnswerLimits, 'batchItems'>): number {
    if (body instanceof RpcError) return minimumCost
    if (!Array.isArray(body)) return this.#costOfRequest(body)
    if (problemOf(body, limits) !== undefined) return minimumCost
    return body.reduce<number>((sum, item) => sum + this.#costOfRequest(item), 0)
  }

  /** Answers one request by value, never a batch; undefined for a notification. */
  handle(value: unknown, client: RpcClient): Later<Response | undefined> {
    const request = readRequest(value)
    const respond = (outcome: Outcome): Response | undefined =>
      responseTo(
        request,
        outcome instanceof StreamedJson
          ? outcome.explaining((error) => this.#explain(error, request, client))
          : outcome,
      )
    const outcome = this.#outcome(new Call(request, inProcess(client, unboundedAnswer)))
    return outcome instanceof Promise ? outcome.then(respond) : respond(outcome)
  }

  /** The answer to a body: its text, empty for notifications, or the pieces of one. */
  answer(body: unknown, context: AnswerContext): Later<Answered> {
    if (body instanceof RpcError) return this.#fail(new Call(wholeBody, context), body)
    if (!Array.isArray(body)) return this.#answerOne(readRequest(body), context)
    const problem = problemOf(body, context.limits)
    if (problem !== undefined) return this.#fail(new Call(wholeBody, context), problem)
    const answerText = (request: Request): Later<string> => {
      const answered = this.#answerOne(request, context)
      return typeof answered === 'string' ? answered : this.#collect(answered, request, context)
    }
    return answerBatch(body.map(readRequest), answerText, context)
  }

  /** The same as one text, where an answer cannot be sent in pieces. */
  answerText(body: unknown, context: AnswerContext): Later<string> {
    const answered = this.answer(body, context)
    if (typeof answered === 'string') return answered
    return this.#collect(answered, Array.isArray(body) ? wholeBody : readRequest(body), context)
  }

  #answerOne(request: Request, context: AnswerContext): Later<Answered> {
    const call = new Call(request, context)
    const outcome = this.#outcome(call)
    return outcome instanceof Promise
      ? this.#answerLater(call, outcome)
      : this.#finish(call, outcome, call.startedAtMs)
  }

  /** An outcome after the time of the call is ignored. */
  async #answerLater(call: Call, outcome: Promise<Outcome>): Promise<Answered> {
    call.meter.addThreadMs(performance.now() - call.startedAtMs)
    const stopWatching = call.isHandedOver ? call.context.whenGone(() => call.stop()) : () => {}
    let timer: NodeJS.Timeout | undefined
    const late = await new Promise<Outcome>((resolve, reject) => {
      timer = setTimeout(() => {
        resolve(executionTimeout())
        call.stop()
      }, this.#timeoutMs(call))
      outcome.then(resolve, reject)
    })
    clearTimeout(timer)
    stopWatching()
    return this.#finish(call, late, performance.now())
  }

  /** A call in another thread has its own timeout, which starts when its turn comes. */
  #timeoutMs({ request, isHandedOver, context: { limits } }: Call): number {
    const isLong = isHandedOver || this.#method(request.method)?.isLong === true
    return isLong ? limits.longAnswerTimeoutMs : limits.answerTimeoutMs
  }

  /** `sinceMs` is the moment since which this thread has worked on the answer without a pause. */
  #finish(call: Call, outcome: Outcome, sinceMs: number): Later<Answered> {
    const { request, context, meter } = call
    if (outcome instanceof StreamedJson && request.id !== undefined) {
      return this.#begin(call, request.id, outcome)
    }
    let text: string
    try {
      text = responseText(request, outcome)
    } catch (error) {
      // The result is not JSON, or too long even for a string.
      meter.addThreadMs(performance.now() - sinceMs)
      return this.#fail(call, error instanceof RangeError ? answerTooLong(context.limits.answerBytes) : error)
    }
    const endedAtMs = performance.now()
    meter.addThreadMs(endedAtMs - sinceMs)
    if (text.length > context.limits.answerBytes) {
      return this.#fail(call, answerTooLong(context.limits.answerBytes))
    }
    this.#measure(call, outcome instanceof RpcError ? outcome.code : undefined, text.length, endedAtMs)
    return text
  }

  #explain(error: unknown, { method }: Request, { requestId }: RpcClient): RpcError {
    return this.#parts.explain(error, { requestId, method })
  }

  #fail(call: Call, error: unknown): string {
    const explained = this.#explain(error, call.request, call.context.client)
    const text = responseText(call.request, explained)
    this.#measure(call, explained.code, text.length)
    return text
  }

  /** Waits for the first pieces: a failure among them is answered with an error like any other. */
  async #begin(call: Call, id: RequestId, streamed: StreamedJson): Promise<Answered> {
    const { request, context } = call
    const explain = (error: unknown): RpcError => this.#explain(error, request, context.client)
    const answer = new AnswerPieces(streamed.explaining(explain).pieces, {
      beginning: beforeResult(id),
      end: afterResult,
      maximumLength: context.limits.answerBytes,
      keptBack: context.limits.keptBackBytes,
      timeoutMs: this.#timeoutMs(call) - (performance.now() - call.startedAtMs),
      onEnd: (error) => {
        stopWatching()
        this.#measure(call, error === undefined ? undefined : explain(error).code, answer.length)
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
      return responseText(request, explain(error))
    }
  }

  /** The text of an answer; a failure on the way becomes an error response. Empty when the client goes first. */
  async #collect(answered: Later<Answered>, request: Request, context: AnswerContext): Promise<string> {
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
      return responseText(request, this.#explain(error, request, context.client))
    } finally {
      held.release()
    }
  }

  #measure(
    { request, context, startedAtMs, meter, cost }: Call,
    errorCode: number | undefined,
    length: number,
    endedAtMs = performance.now(),
  ): void {
    context.measured({
      method: cost === undefined ? 'unknown' : request.method,
      ms: endedAtMs - startedAtMs,
      floor: cost ?? minimumCost,
      work: meter.work(length),
      errorCode,
    })
  }

  #costOfRequest(request: unknown): number {
    return this.#method(readRequest(request).method)?.cost ?? minimumCost
  }

  /** Undefined for a name that does not answer. */
  #method(name: string): Callable<Context> | undefined {
    const found = this.#parts.methods.find(name)
    return found === 'unavailable' ? undefined : found
  }

  /** Calls the method of one request. */
  #outcome(call: Call): Later<Outcome> {
    const { runPrepared } = this.places
    const { request } = call
    const { client } = call.context
    try {
      const method = this.#permitted(call)
      const result =
        runPrepared === undefined
          ? this.#run(method, call)
          : runPrepared(request, client, () => this.#run(method, call))
      return result instanceof Promise
        ? result.catch((error: unknown) => this.#explain(error, request, client))
        : result
    } catch (error) {
      return this.#explain(error, request, client)
    }
  }

  /** The method of a request, which the client may call. */
  #permitted(call: Call): Callable<Context> {
    const { methods, checksGrants = false } = this.#parts
    const { method: name, problem } = call.request
    const { client } = call.context
    const method = methods.find(name)
    if (typeof method === 'object') call.cost = method.cost
    if (problem !== undefined) throw problem
    if (client.allows !== undefined && !client.allows(name)) throw notAvailable(name)
    if (method === undefined) throw this.#parts.unknown?.(name) ?? methodNotFound()
    if (method === 'unavailable') throw notAvailable(name)
    const { access } = method
    if (access === 'gateways' && client.isGateway !== true) throw methodNotFound()
    if (access === 'granted' && checksGrants && client.grants?.(name) === false) throw notGranted(name)
    if (access === 'no-foreign-pages' && client.isForeignPage === true) throw foreignPage(name)
    return method
  }

  /** A notification has no response, so a read for one is skipped. */
  #run(method: Callable<Context>, call: Call): Later<Result> {
    const { handOver } = this.places
    const { request, context, meter } = call
    if (method.placement === 'reader' && handOver !== undefined) {
      return request.id === undefined ? null : handOver.answer(method, request, call)
    }
    const answer = method.call(request.params, this.#parts.contextOf(context.client, meter))
    return answer instanceof DelegatedRead ? this.#runDelegated(answer, call) : answer
  }

  #runDelegated({ method, params, onAnswered }: DelegatedRead<Context>, call: Call): Later<Result> {
    const { request, context, meter } = call
    if (request.id === undefined) return params instanceof Promise ? params.then(() => null) : null
    const settle = (answer: Result | DelegatedRead<Context>): Later<Result> =>
      answer instanceof DelegatedRead ? this.#runDelegated(answer, call) : answer
    const finish = (result: Result): Later<Result> => {
      const answer = onAnswered(result)
      return answer instanceof Promise ? answer.then(settle) : settle(answer)
    }
    const read = (known: readonly unknown[] | KnownResult): Later<Result> => {
      if (known instanceof KnownResult) return known.result
      if (call.isStopped) return null
      const { handOver } = this.places
      const result =
        handOver === undefined
          ? method.call(known, this.#parts.contextOf(context.client, meter))
          : handOver.answer(method, { ...request, method: method.name, params: known }, call)
      return result instanceof Promise ? result.then(finish) : finish(result)
    }
    if (!(params instanceof Promise)) return read(params)
    call.expectHandOver()
    return params.then(read)
  }
}

/** Why a batch is answered as a whole with an error. */
function problemOf(
  { length }: readonly unknown[],
  { batchItems }: Pick<AnswerLimits, 'batchItems'>,
): RpcError | undefined {
  if (length === 0) return emptyBatch()
  return length > batchItems ? batchTooLarge(batchItems) : undefined
}
