import type { Later } from '../../primitives/work/later.ts'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import { Pieces } from '../../primitives/work/pieces.ts'
import { minimumCost } from '../budget/workPrices.ts'
import {
  answerTooLong,
  batchTooLarge,
  emptyBatch,
  foreignPage,
  methodNotFound,
  notAvailable,
  notGranted,
  RpcError,
  tooManyInBatch,
} from '../errors/errors.ts'
import { SharedJson } from '../json/jsonText.ts'
import { joined, ownPiece, type Piece, textOf } from '../json/piece.ts'
import type { Result } from '../json/result.ts'
import { StreamedJson } from '../json/streamedJson.ts'
import { isQuestion } from '../method/methodFacts.ts'
import type { FoundMethod } from '../registry/registry.ts'
import {
  type AnswerContext,
  type AnswerLimits,
  HeldText,
  inProcess,
  type RpcClient,
  unboundedAnswer,
} from './answerContext.ts'
import { type Answered, boundedPieces, collected, heldPieces, joinedLength } from './answerPieces.ts'
import { answerBatch } from './batch.ts'
import { Call, type CallParts, dialectOf } from './call.ts'
import type { FailureFacts } from './failure.ts'
import { type Request, type RequestId, readRequest, wholeBody } from './request.ts'
import { afterResult, beforeResult, type Response, responseText, responseTo } from './responses.ts'

export interface EnvelopeParts extends CallParts {
  readonly methods: { find(name: string): FoundMethod }
  /** Whether each request of a batch that is too long is refused by itself: clients read a list, and not a single error. */
  readonly refusesOneByOne?: boolean
  /** Whether keys must grant the methods that change the node for other clients. */
  readonly checksGrants?: boolean
  /** The error for a name that no method has; by default it does not repeat the name. */
  readonly unknown?: ((name: string) => RpcError) | undefined
  /** The error for what a call throws. */
  readonly explain: (error: unknown, facts: FailureFacts) => RpcError
}

/** A body whose requests were read and their methods found. */
export type ReadBody = {
  /** Units that its methods cost at least. */
  readonly cost: number
} & (
  | { readonly request: Request }
  /** With a refusal, no request of the batch is executed. */
  | { readonly batch: readonly Request[]; readonly refusal?: RpcError }
  /** Why the body is answered as a whole with an error. */
  | { readonly problem: RpcError }
)

/** The envelope of JSON-RPC 2.0: a request or a batch of them in, answers out. */
export class Envelope {
  readonly #parts: EnvelopeParts
  readonly #find: (name: string) => FoundMethod

  constructor(parts: EnvelopeParts) {
    this.#parts = parts
    this.#find = (name) => parts.methods.find(name)
  }

  /** Reads what a client sent, as `parseBody` returns it. */
  read(body: unknown, { batchItems }: Pick<AnswerLimits, 'batchItems'>): ReadBody {
    if (body instanceof RpcError) return { cost: minimumCost, problem: body }
    if (!Array.isArray(body)) {
      const request = readRequest(body, this.#find)
      return { cost: costOf(request), request }
    }
    if (body.length === 0) return { cost: minimumCost, problem: emptyBatch() }
    if (body.length > batchItems) return this.#tooLarge(body, batchItems)
    const batch = body.map((item) => readRequest(item, this.#find))
    return { cost: batch.reduce((sum, request) => sum + costOf(request), 0), batch }
  }

  #tooLarge(body: readonly unknown[], maximum: number): ReadBody {
    const cost = minimumCost
    if (!this.#parts.refusesOneByOne) return { cost, problem: batchTooLarge(maximum) }
    const batch = body.map((item) => readRequest(item, this.#find))
    return { cost, batch, refusal: tooManyInBatch(body.length, maximum) }
  }

  /** Answers one request by value, never a batch; undefined for a notification. */
  async handle(
    value: unknown,
    client: RpcClient,
    restsOn?: AnswerContext['restsOn'],
  ): Promise<Response | undefined> {
    const request = readRequest(value, this.#find)
    const context = { ...inProcess(client, unboundedAnswer), ...(restsOn && { restsOn }) }
    const explain = (error: unknown): RpcError => this.#explain(error, request, client)
    let outcome: Result | RpcError
    try {
      const result = await this.#run(this.#permitted(request, context))
      outcome = result instanceof StreamedJson ? result.explaining(explain) : result
    } catch (error) {
      outcome = explain(error)
    }
    return responseTo(request, outcome)
  }

  /** The answer to a body: its text, empty for notifications, or the pieces of one. */
  answer(body: ReadBody, context: AnswerContext): Later<Answered> {
    if ('request' in body) return this.#answerOne(body.request, context)
    if ('problem' in body) return this.#refuse(wholeBody, context, body.problem)
    const { batch, refusal } = body
    let latest: Call | undefined
    const unitsOfLatest = (): number =>
      latest === undefined ? 0 : Math.max(latest.method.cost, latest.meter.work(0).units)
    if (refusal !== undefined) {
      const refuse = (request: Request): readonly Piece[] => [this.#refuse(request, context, refusal)]
      return answerBatch(batch, refuse, unitsOfLatest, context)
    }
    const answer = (request: Request): Later<readonly Piece[]> => {
      const answered = this.#answerOne(request, context, (call) => {
        latest = call
      })
      return typeof answered === 'string' ? [answered] : this.#collect(answered, request, context)
    }
    return this.#together(batch, context) ?? answerBatch(batch, answer, unitsOfLatest, context)
  }

  /** The same as one text, where an answer cannot be sent in pieces. */
  answerText(body: ReadBody, context: AnswerContext): Later<string> {
    const answered = this.answer(body, context)
    if (typeof answered === 'string') return answered
    const request = 'request' in body ? body.request : wholeBody
    return this.#collect(answered, request, context).then((pieces) => pieces.map(textOf).join(''))
  }

  #answerOne(request: Request, context: AnswerContext, made?: (call: Call) => void): Later<Answered> {
    let call: Call
    try {
      call = this.#permitted(request, context)
      made?.(call)
    } catch (error) {
      return this.#refuse(request, context, error)
    }
    try {
      const result = this.#run(call)
      return result instanceof Promise
        ? this.#answerLater(call, context, result)
        : this.#finish(call, context, result)
    } catch (error) {
      return this.#fail(call, context, error)
    }
  }

  async #answerLater(call: Call, context: AnswerContext, result: Promise<Result>): Promise<Answered> {
    try {
      return await this.#finish(call, context, await call.inTime(result))
    } catch (error) {
      return this.#fail(call, context, error)
    }
  }

  #finish(call: Call, context: AnswerContext, result: Result): Later<Answered> {
    const { id } = call
    if (result instanceof StreamedJson && id !== undefined) return this.#begin(call, context, id, result)
    const { answerBytes } = context.limits
    if (result instanceof SharedJson && id !== undefined) return this.#share(call, context, id, result)
    let text: string
    try {
      text = responseText(call, result)
    } catch (error) {
      // The result is not JSON, or too long even for a string.
      throw error instanceof RangeError ? answerTooLong(answerBytes) : error
    }
    if (text.length > answerBytes) throw answerTooLong(answerBytes)
    this.#measure(call, context, undefined, text.length)
    return text
  }

  #share(call: Call, context: AnswerContext, id: RequestId, { bytes }: SharedJson): Pieces<Piece> {
    const pieces = [beforeResult(id), bytes, afterResult]
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (length > context.limits.answerBytes) throw answerTooLong(context.limits.answerBytes)
    this.#measure(call, context, undefined, length)
    return heldPieces(pieces, context)
  }

  /** The error that a client is answered when a call throws. */
  #explain(error: unknown, { name }: Pick<Request, 'name'>, client: RpcClient): RpcError {
    const { requestId } = client
    return this.#parts.explain(error, { requestId, method: name }).in(dialectOf(client, this.#parts))
  }

  #fail(call: Call, context: AnswerContext, error: unknown): string {
    const explained = this.#explain(error, call, context.client)
    const text = responseText(call, explained)
    this.#measure(call, context, explained.code, text.length)
    return text
  }

  /** Answers a request that does not become a call. */
  #refuse(request: Request, context: AnswerContext, error: unknown): string {
    const explained = this.#explain(error, request, context.client)
    const text = responseText(request, explained)
    context.measured({
      method: typeof request.method === 'object' ? request.name : 'unknown',
      ms: 0,
      floor: costOf(request),
      work: { units: 0, gas: 0, logs: 0, bytes: text.length },
      errorCode: explained.code,
    })
    return text
  }

  /** Waits for the first pieces: a failure among them is answered with an error like any other. */
  async #begin(
    call: Call,
    context: AnswerContext,
    id: RequestId,
    { pieces }: StreamedJson,
  ): Promise<Answered> {
    const explain = (error: unknown): RpcError => this.#explain(error, call, context.client)
    const beginning = beforeResult(id)
    let hasLeft = false
    const answer = boundedPieces(pieces, {
      beginning,
      end: afterResult,
      maximumLength: context.limits.answerBytes,
      timeoutMs: call.leftMs,
      explain,
      onEnd: (failure, length) => {
        stopWatching()
        this.#measure(call, context, failure === undefined ? undefined : explain(failure).code, length)
      },
    })
    const stopWatching = context.whenGone(() => {
      hasLeft = true
      void answer.return()
    })
    const held = new HeldText(context)
    const kept: Piece[] = [beginning]
    try {
      const isShort = await keepBack(answer, kept, held, context.limits.keptBackBytes)
      if (hasLeft) return ''
      if (isShort) return joined(kept)
      answer.putBack(kept.splice(0), () => held.release())
      return answer
    } catch (error) {
      return responseText(call, explain(error))
    } finally {
      if (kept.length > 0) held.release()
      kept.forEach(giveBack)
    }
  }

  /** The whole answer; a failure on the way becomes an error response. Empty when the client goes first. */
  async #collect(
    answered: Later<Answered>,
    request: Request,
    context: AnswerContext,
  ): Promise<readonly Piece[]> {
    const answer = await answered
    if (!(answer instanceof Pieces)) return [ownPiece(answer)]
    return collected(answer, context).catch((error: unknown) => [
      responseText(request, this.#explain(error, request, context.client)),
    ])
  }

  #measure(
    { name, method, startedAtMs, meter }: Call,
    context: AnswerContext,
    errorCode: number | undefined,
    length: number,
  ): void {
    context.measured({
      method: name,
      ms: performance.now() - startedAtMs,
      floor: method.cost,
      work: meter.work(length),
      errorCode,
    })
  }

  /** Answers a batch as a whole; undefined when its requests are answered one by one. */
  #together(batch: readonly Request[], context: AnswerContext): Promise<Answered> | undefined {
    const { together } = this.#parts.answerer
    if (together === undefined) return undefined
    const calls: Call[] = []
    try {
      for (const request of batch) {
        if (request.id === undefined) return undefined
        calls.push(this.#permitted(request, context))
      }
    } catch {
      return undefined
    }
    return together(calls, context)?.catch((error: unknown) => {
      const answers = calls.map((call) => this.#fail(call, context, error))
      return `[${answers.join(',')}]`
    })
  }

  /** The call of a request; throws why the client may not make it. */
  #permitted(request: Request, context: AnswerContext): Call {
    const { checksGrants = false } = this.#parts
    const { name, method, problem } = request
    const { client } = context
    if (problem !== undefined) throw problem
    if (client.allows !== undefined && !client.allows(name)) throw notAvailable(name)
    if (method === undefined) throw this.#parts.unknown?.(name) ?? methodNotFound()
    if (method === 'unavailable') throw notAvailable(name)
    const { access } = method
    if (access === 'gateways' && client.isGateway !== true) throw methodNotFound()
    if (access === 'granted' && checksGrants && client.grants?.(name) === false) throw notGranted(name)
    if (access === 'no-foreign-pages' && client.isForeignPage === true) throw foreignPage(name)
    return new Call(request, method, context, this.#parts)
  }

  /** A notification has no response, so a question in one is skipped. */
  #run(call: Call): Later<Result> {
    return call.id === undefined && isQuestion(call.method) ? null : this.#parts.answerer(call)
  }
}

/** Takes pieces until they are long enough or the answer ends. Returns whether it has ended and is sent as a whole. */
async function keepBack(
  answer: Pieces<Piece>,
  kept: Piece[],
  held: HeldText,
  enough: number,
): Promise<boolean> {
  for (let length = 0; length < enough; ) {
    const { value } = await answer.next()
    if (value === undefined) return length <= joinedLength
    kept.push(value)
    const problem = held.add(value.length)
    if (problem !== undefined) {
      answer.stop(problem)
      throw problem
    }
    length += value.length
  }
  return false
}

const costOf = ({ method }: Request): number => (typeof method === 'object' ? method.cost : minimumCost)
