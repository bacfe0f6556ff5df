import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Response } from '../../rpc/dispatch.ts'
import {
  batchTooLarge,
  executionTimeout,
  internalError,
  invalidRequest,
  notAvailable,
  RpcError,
} from '../../rpc/errors.ts'
import { isJsonObject } from '../../rpc/json.ts'
import type { RpcClient } from '../../rpc/service.ts'
import { StreamedJson } from '../../rpc/streamedJson.ts'
import type { Endpoint } from '../endpoint.ts'
import { allowsMethod } from '../keys/apiKey.ts'
import type { Caller } from '../keys/authority.ts'
import { type Allowance, unlimited } from '../limits/allowance.ts'
import type { ServiceMetrics } from '../metrics/serviceMetrics.ts'
import { answerTooLong, type Refusal, tooBusy } from '../refusals.ts'
import type { ServerLimits } from '../settings.ts'
import { AnswerPieces } from './answerPieces.ts'
import { beforeDeadline } from './deadline.ts'
import { answerText, beginningOf, end, failure, isWellFormed, methodOf, success } from './envelope.ts'
import type { Outgoing } from './outgoing.ts'
import type { Session } from './session.ts'

export interface CallsOptions {
  readonly limits: Pick<
    ServerLimits,
    'batchItems' | 'answerBytes' | 'answerTimeoutMs' | 'longAnswerTimeoutMs'
  >
  readonly allowance: Allowance
  readonly outgoing: Outgoing
  readonly metrics: ServiceMetrics
  /** Hears of errors that nobody foresaw. */
  readonly report: (error: unknown) => void
}

/** An answer as it is sent: its text, empty when there is nothing to answer, or pieces of it. */
export type Answered = string | AnswerPieces

type MaybeResponse = Response | undefined

/** One request on its way to its answer. */
interface Call {
  readonly request: unknown
  readonly method: string | undefined
  readonly session: Session
  readonly startedAt: number
}

/** A batch lets others have their turn when it has worked so long. */
const turnMs = 10
const lowestCost = 1
const nothing = ''

/** Turns requests into their answers, within the limits of the server and of the caller. */
export class Calls {
  readonly #options: CallsOptions

  constructor(options: CallsOptions) {
    this.#options = options
  }

  /** Charges the caller for a request or a whole batch, or says why it is refused. */
  admit(body: unknown, { caller: { key }, address, endpoint }: Session): Refusal | undefined {
    const { allowance, outgoing } = this.#options
    if (outgoing.isFull) return tooBusy()
    if (allowance === unlimited) return undefined
    return allowance.spend({ key, address }, this.#costOf(body, endpoint))
  }

  /** The answer to a request or a batch, or to an error that stands for one. */
  answer(body: unknown, session: Session): Answered | Promise<Answered> {
    const problem = this.#problemOf(body)
    if (problem !== undefined) return this.#fail(callOf(null, session), problem)
    return Array.isArray(body) ? this.#batch(body, session) : this.#request(body, session)
  }

  /** The same with answers that are told in pieces put together. */
  answerText(body: unknown, session: Session): string | Promise<string> {
    const answered = this.answer(body, session)
    if (typeof answered === 'string') return answered
    return this.#collect(answered, body, session)
  }

  #problemOf(body: unknown): RpcError | undefined {
    const { batchItems } = this.#options.limits
    if (body instanceof RpcError) return body
    if (!Array.isArray(body)) return undefined
    if (body.length === 0) return invalidRequest()
    return body.length > batchItems ? batchTooLarge(batchItems) : undefined
  }

  /** What is not even looked at costs as much as the cheapest call. */
  #costOf(body: unknown, endpoint: Endpoint): number {
    const costOf = (request: unknown): number => endpoint.method(methodOf(request) ?? '')?.cost ?? lowestCost
    if (this.#problemOf(body) !== undefined) return lowestCost
    return Array.isArray(body) ? body.reduce<number>((sum, item) => sum + costOf(item), 0) : costOf(body)
  }

  /** One after the other: a transaction must be there for the question that follows it. */
  async #batch(items: readonly unknown[], session: Session): Promise<string> {
    const { answerBytes, longAnswerTimeoutMs } = this.#options.limits
    const deadline = performance.now() + longAnswerTimeoutMs
    const texts: string[] = []
    let length = 0
    let endOfTurn = performance.now() + turnMs
    for (const item of items) {
      if (performance.now() > endOfTurn) {
        await nextTurn()
        endOfTurn = performance.now() + turnMs
      }
      if (session.isGone) return nothing
      const answered = this.#item(item, session, {
        isLate: endOfTurn - turnMs > deadline,
        isFull: length > answerBytes,
      })
      const text = typeof answered === 'string' ? answered : await this.#collect(answered, item, session)
      if (text === nothing) continue
      texts.push(length + text.length > answerBytes ? this.#tooLong(item) : text)
      length += text.length
    }
    return texts.length === 0 ? nothing : `[${texts.join(',')}]`
  }

  #item(
    item: unknown,
    session: Session,
    batch: { isLate: boolean; isFull: boolean },
  ): Answered | Promise<Answered> {
    if (batch.isFull) return this.#tooLong(item)
    if (batch.isLate) return answerText(failure(item, executionTimeout()))
    return this.#request(item, session)
  }

  #tooLong(item: unknown): string {
    return answerText(failure(item, answerTooLong(this.#options.limits.answerBytes)))
  }

  async #collect(
    answered: AnswerPieces | Promise<Answered>,
    request: unknown,
    session: Session,
  ): Promise<string> {
    const answer = await answered
    if (typeof answer === 'string') return answer
    try {
      const texts: string[] = []
      for await (const piece of answer) {
        if (session.isGone) return nothing
        texts.push(piece)
      }
      return texts.join('')
    } catch (error) {
      return answerText(failure(request, this.#explained(error)))
    }
  }

  #request(request: unknown, session: Session): Answered | Promise<Answered> {
    const call = callOf(request, session)
    try {
      const answer = this.#call(call)
      if (!(answer instanceof Promise)) return this.#finish(call, answer)
      return beforeDeadline(answer, this.#timeoutOf(call)).then(
        (late) => this.#finish(call, late),
        (error: unknown) => this.#fail(call, error),
      )
    } catch (error) {
      return this.#fail(call, error)
    }
  }

  #call({ request, method, session }: Call): MaybeResponse | Promise<MaybeResponse> {
    const { endpoint, caller, connectionMethods } = session
    if (method !== undefined && caller.key !== undefined && !allowsMethod(caller.key, method)) {
      throw notAvailable(method)
    }
    const own = method === undefined ? undefined : connectionMethods?.get(method)
    if (own === undefined || !isJsonObject(request) || !isWellFormed(request)) {
      return endpoint.handle(request, clientOf(caller))
    }
    const { params } = request
    return success(request, own(params))
  }

  #timeoutOf({ method = '', session }: Call): number {
    const { answerTimeoutMs, longAnswerTimeoutMs } = this.#options.limits
    return session.endpoint.method(method)?.isLong === true ? longAnswerTimeoutMs : answerTimeoutMs
  }

  #fail(call: Call, error: unknown): string {
    const explained = this.#explained(error)
    this.#measure(call, explained.code)
    return answerText(failure(call.request, explained))
  }

  #explained(error: unknown): RpcError {
    if (error instanceof RpcError) return error
    this.#options.report(error)
    return internalError()
  }

  #finish(call: Call, answer: MaybeResponse): Answered | Promise<Answered> {
    if (answer !== undefined && 'result' in answer && answer.result instanceof StreamedJson) {
      return this.#begin(call, beginningOf(answer.id), answer.result)
    }
    const { answerBytes } = this.#options.limits
    const text = serialized(answer)
    if (text === undefined || text.length > answerBytes) return this.#fail(call, answerTooLong(answerBytes))
    this.#measure(call, answer !== undefined && 'error' in answer ? answer.error.code : undefined)
    return text
  }

  /** Until there is something to tell, an error is an answer like any other. */
  async #begin(call: Call, beginning: string, { pieces }: StreamedJson): Promise<Answered> {
    const answer = new AnswerPieces(pieces, {
      beginning,
      end,
      maximumLength: this.#options.limits.answerBytes,
      timeoutMs: this.#timeoutOf(call) - (performance.now() - call.startedAt),
      onEnd: (error) => {
        stopWatching()
        this.#measure(call, error === undefined ? undefined : codeOf(error))
      },
    })
    const stopWatching = call.session.whenGone(() => void answer.return())
    try {
      await answer.begin()
      return answer
    } catch (error) {
      return answerText(failure(call.request, this.#explained(error)))
    }
  }

  /** Names that nobody answers are counted as one: clients must not be able to make up new series. */
  #measure({ method = '', session, startedAt }: Call, errorCode: number | undefined): void {
    const { endpoint, connectionMethods } = session
    const isKnown = endpoint.method(method) !== undefined || connectionMethods?.has(method) === true
    this.#options.metrics.called({
      network: endpoint.name,
      method: isKnown ? method : 'unknown',
      ms: performance.now() - startedAt,
      errorCode,
    })
  }
}

const callOf = (request: unknown, session: Session): Call => ({
  request,
  method: methodOf(request),
  session,
  startedAt: performance.now(),
})

const codeOf = (error: unknown): number => (error instanceof RpcError ? error : internalError()).code

const clientOf = ({ name, key }: Caller): RpcClient =>
  key?.errors === undefined ? { name } : { name, errors: key.errors }

/** Undefined for an answer longer than any string can be. */
function serialized(answer: MaybeResponse): string | undefined {
  try {
    return answerText(answer)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
