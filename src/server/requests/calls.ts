import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  batchTooLarge,
  executionTimeout,
  internalError,
  invalidRequest,
  notAvailable,
  RpcError,
} from '../../rpc/errors.ts'
import { isJsonObject } from '../../rpc/json.ts'
import type { Answer, RpcClient } from '../../rpc/service.ts'
import type { Endpoint } from '../endpoint.ts'
import { allowsMethod } from '../keys/apiKey.ts'
import type { Caller } from '../keys/authority.ts'
import type { Allowance } from '../limits/allowance.ts'
import type { ServiceMetrics } from '../metrics/serviceMetrics.ts'
import { answerTooLong, type Refusal, tooBusy } from '../refusals.ts'
import type { ServerLimits } from '../settings.ts'
import { beforeDeadline } from './deadline.ts'
import { answerText, failure, isWellFormed, methodOf, success } from './envelope.ts'
import type { Outgoing } from './outgoing.ts'
import type { Session } from './session.ts'

export interface CallsOptions {
  readonly limits: Pick<ServerLimits, 'batchItems' | 'answerBytes' | 'answerTimeoutMs'>
  /** Undefined where nobody has a key. */
  readonly allowance: Allowance | undefined
  readonly outgoing: Outgoing
  readonly metrics: ServiceMetrics
  /** Hears of errors that nobody foresaw. */
  readonly report: (error: unknown) => void
}

/** A batch lets others have their turn when it has worked so long. */
const turnMs = 10
const lowestCost = 1
const nothing = ''

/** Turns requests into the text of their answers, within the limits of the server and of the caller. */
export class Calls {
  readonly #options: CallsOptions

  constructor(options: CallsOptions) {
    this.#options = options
  }

  /** Charges the caller for a request or a whole batch, or says why it is refused. */
  admit(body: unknown, { caller: { key }, endpoint }: Session): Refusal | undefined {
    const { allowance, outgoing } = this.#options
    if (outgoing.isFull) return tooBusy()
    if (key === undefined || allowance === undefined) return undefined
    return allowance.spend(key, this.#costOf(body, endpoint))
  }

  /**
   * The text of the answer to a request or a batch, or to an error that stands for one; empty when there is
   * nothing to answer.
   */
  answer(body: unknown, session: Session): string | Promise<string> {
    const problem = this.#problemOf(body)
    if (problem !== undefined) return this.#fail(null, problem, session, performance.now())
    return Array.isArray(body) ? this.#batch(body, session) : this.#request(body, session)
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
    const costOf = (request: unknown): number => endpoint.costOf(methodOf(request) ?? '') ?? lowestCost
    if (this.#problemOf(body) !== undefined) return lowestCost
    return Array.isArray(body) ? body.reduce<number>((sum, item) => sum + costOf(item), 0) : costOf(body)
  }

  /** One after the other: a transaction must be there for the question that follows it. */
  async #batch(items: readonly unknown[], session: Session): Promise<string> {
    const { answerBytes, answerTimeoutMs } = this.#options.limits
    const deadline = performance.now() + answerTimeoutMs
    const texts: string[] = []
    let length = 0
    let endOfTurn = performance.now() + turnMs
    for (const item of items) {
      if (performance.now() > endOfTurn) {
        await nextTurn()
        endOfTurn = performance.now() + turnMs
      }
      if (session.isGone) return nothing
      const text = await this.#item(item, session, {
        isLate: endOfTurn - turnMs > deadline,
        isFull: length > answerBytes,
      })
      if (text === nothing) continue
      texts.push(text)
      length += text.length
    }
    return texts.length === 0 ? nothing : `[${texts.join(',')}]`
  }

  #item(
    item: unknown,
    session: Session,
    batch: { isLate: boolean; isFull: boolean },
  ): string | Promise<string> {
    if (batch.isFull) return answerText(failure(item, answerTooLong(this.#options.limits.answerBytes)))
    if (batch.isLate) return answerText(failure(item, executionTimeout()))
    return this.#request(item, session)
  }

  #request(request: unknown, session: Session): string | Promise<string> {
    const startedAt = performance.now()
    try {
      const answer = this.#call(request, session)
      if (!(answer instanceof Promise)) return this.#finish(request, answer, session, startedAt)
      return beforeDeadline(answer, this.#options.limits.answerTimeoutMs).then(
        (late) => this.#finish(request, late, session, startedAt),
        (error: unknown) => this.#fail(request, error, session, startedAt),
      )
    } catch (error) {
      return this.#fail(request, error, session, startedAt)
    }
  }

  #call(request: unknown, { endpoint, caller, connectionMethods }: Session): Answer | Promise<Answer> {
    const method = methodOf(request)
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

  #fail(request: unknown, error: unknown, session: Session, startedAt: number): string {
    if (!(error instanceof RpcError)) this.#options.report(error)
    const answer = failure(request, error instanceof RpcError ? error : internalError())
    this.#measure(request, answer, session, startedAt)
    return answerText(answer)
  }

  #finish(request: unknown, answer: Answer, session: Session, startedAt: number): string {
    const { answerBytes } = this.#options.limits
    const text = serialized(answer)
    if (text === undefined || text.length > answerBytes) {
      return this.#fail(request, answerTooLong(answerBytes), session, startedAt)
    }
    this.#measure(request, answer, session, startedAt)
    return text
  }

  /** Names that nobody answers are counted as one: clients must not be able to make up new series. */
  #measure(
    request: unknown,
    answer: Answer,
    { endpoint, connectionMethods }: Session,
    startedAt: number,
  ): void {
    const method = methodOf(request) ?? ''
    const isKnown = endpoint.costOf(method) !== undefined || connectionMethods?.has(method) === true
    const error = answer !== undefined && 'error' in answer ? answer.error : undefined
    this.#options.metrics.called({
      network: endpoint.name,
      method: isKnown ? method : 'unknown',
      ms: performance.now() - startedAt,
      errorCode: error?.code,
    })
  }
}

const clientOf = ({ name, key }: Caller): RpcClient =>
  key?.errors === undefined ? { name } : { name, errors: key.errors }

/** Undefined for an answer longer than any string can be. */
function serialized(answer: Answer): string | undefined {
  try {
    return answerText(answer)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
