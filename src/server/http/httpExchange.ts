import type { IncomingMessage } from 'node:http'
import type { Later } from '../../primitives/work/later.ts'
import { holdAnswer, type MeasuredCall, type RpcClient } from '../../rpc/envelope/answerContext.ts'
import { type Answered, AnswerPieces } from '../../rpc/envelope/answerPieces.ts'
import { parseBody, textOfBody } from '../../rpc/envelope/request.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import { isKeyForOrigin } from '../entrance/entrance.ts'
import { type Caller, guestCaller, isDenial } from '../keys/authority.ts'
import type { LogFields } from '../log/logger.ts'
import type { Endpoint } from '../networks/networkEndpoint.ts'
import type { PathHandler } from '../networks/routes.ts'
import {
  bodyTooLarge,
  type KeyDenial,
  keyRefusal,
  originNotAllowed,
  type Refusal,
  tooBusy,
  tooManyUnread,
} from '../refusals/refusals.ts'
import { type ClientSession, clientOf } from '../requests/clientSession.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { CheckedHead } from './checkedHead.ts'
import { type ReceivedBody, receiveBody } from './receivedBody.ts'
import type { Reply } from './reply.ts'
import { WorkReport } from './workReport.ts'

/** A request that has entered, while its body is received and answered. */
export class HttpExchange implements ClientSession {
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly origin: string | undefined
  readonly address: string
  readonly client: RpcClient
  readonly limits: ServerLimits
  /** Why the caller is refused when its body, or the beginning of it, has been read. */
  readonly #denial: KeyDenial | undefined
  /** Answers instead of the network. */
  readonly #handler: PathHandler | undefined
  /** For a gateway; undefined for any other client. */
  readonly #workReport: WorkReport | undefined
  readonly #reply: Reply
  readonly #parts: FrontParts
  readonly #startedAtMs = performance.now()
  #exhausted: RpcError | undefined
  #hasResult = false

  constructor(
    reply: Reply,
    { route, origin, hops }: CheckedHead,
    caller: Caller | KeyDenial,
    parts: FrontParts,
  ) {
    this.endpoint = route.endpoint
    this.#handler = route.handler
    this.#denial = isDenial(caller) ? caller : undefined
    this.caller = isDenial(caller) ? guestCaller(reply.address) : caller
    this.origin = origin
    this.address = reply.address
    this.client = clientOf(this, undefined, hops)
    this.limits = parts.limits
    this.#workReport = this.caller.gatewayClient && new WorkReport(this.endpoint)
    this.#reply = reply
    this.#parts = parts
  }

  get isGone(): boolean {
    return this.#reply.sink.isGone
  }

  get exhausted(): RpcError | undefined {
    return this.#exhausted
  }

  whenGone(callBack: () => void): () => void {
    return this.#reply.sink.whenGone(callBack)
  }

  hold(length: number): (() => void) | undefined {
    return this.#parts.outgoing.hold(this.caller.name, length)
  }

  measured(call: MeasuredCall): void {
    const { billing } = this.#parts
    if (call.errorCode === undefined) this.#hasResult = true
    this.#workReport?.add(call)
    const refusal = billing.called(call, this)
    this.#exhausted ??= refusal?.error
    this.#reply.entry?.called(billing.unitsOf(call), call.work.bytes, call.errorCode)
  }

  /** Of a body without a valid key only the first bytes are read, to answer with the request's id. */
  receive(request: IncomingMessage): void {
    const { bodyBytes, refusedBodyBytes } = this.limits
    const maximum = this.#denial === undefined ? bodyBytes : refusedBodyBytes
    const hold = (length: number) => this.#parts.incoming.hold(this.caller.name, length)
    receiveBody(request, maximum, hold, (body) => this.handle(body))
  }

  handle(received: ReceivedBody): void {
    try {
      const text = typeof received === 'string' ? '' : textOfBody(received)
      const refusal = this.#refusalFor(received)
      if (this.#handler === undefined) this.#handleText(text, refusal)
      else if (refusal === undefined) this.#answerBeside(this.#handler, text)
      else this.#reply.refuse(refusal)
    } catch (error) {
      this.#reply.fail(error)
    }
  }

  #refusalFor(received: ReceivedBody): Refusal | undefined {
    if (received === 'too-busy') return tooBusy()
    if (this.#denial !== undefined) return keyRefusal(this.#denial)
    if (received === 'too-large') return bodyTooLarge(this.limits.bodyBytes)
    if (this.origin === undefined || isKeyForOrigin(this.caller.key, this.origin)) return undefined
    return originNotAllowed()
  }

  #answerBeside(handler: PathHandler, text: string): void {
    handler.answer(text).then(
      (answer) => {
        this.#reply.send(answer.status, answer.text)
        this.#log('answered', { length: answer.text.length })
      },
      (error: unknown) => this.#reply.fail(error),
    )
  }

  #handleText(text: string, refused: Refusal | undefined): void {
    const reply = this.#reply
    const body = parseBody(text, this.limits.nestingDepth)
    reply.entry?.asked(body)
    const refusal = refused ?? this.#parts.billing.admit(body, text.length, this)
    if (refusal !== undefined) {
      reply.refuse(refusal, body)
      return
    }
    const { envelope } = this.endpoint
    const answer: Later<Answered> = reply.sink.canStream
      ? envelope.answer(body, this)
      : envelope.answerText(body, this)
    if (!(answer instanceof Promise)) this.#send(answer, body)
    else {
      answer.then(
        (answered) => this.#send(answered, body),
        (error: unknown) => reply.fail(error),
      )
    }
  }

  /** A long answer is discarded when its client has not read enough of the others. */
  #send(answer: Answered, body: unknown): void {
    if (answer instanceof AnswerPieces) {
      this.#stream(answer)
      return
    }
    const onLeft = holdAnswer(this, answer.length)
    if (onLeft === undefined) {
      this.#reply.refuse(tooManyUnread(), body)
      return
    }
    if (this.#workReport !== undefined) this.#reply.addHeaders(this.#workReport.headers)
    // Balancers see by the status that another gateway should be asked.
    if (!this.#hasResult && this.endpoint.isAway?.() === true) this.#reply.send(503, answer, [], onLeft)
    else this.#reply.answer(answer, onLeft)
    this.#log('answered', { length: answer.length })
  }

  #stream(pieces: AnswerPieces): void {
    const report = this.#workReport
    if (report !== undefined) this.#reply.addHeaders(report.beginning)
    const onEnd = (failure: Error | null | undefined): void => {
      if (failure instanceof RpcError) this.#logCutOff(failure)
      else this.#log(failure ? 'abandoned' : 'answered')
    }
    const own = { turns: this.#parts.pieceTurns, client: this.caller.name }
    this.#reply.stream(pieces, own, onEnd, report && (() => report.end))
  }

  /** The client got the beginning of an answer: the operator may have to raise a limit. */
  #logCutOff({ message }: RpcError): void {
    const { logger, metrics } = this.#parts
    metrics.answerCutOff()
    logger.log('warn', 'cut-off', {
      requestId: this.#reply.requestId,
      network: this.endpoint.name,
      caller: this.caller.name,
      reason: message,
    })
  }

  #log(event: string, facts: LogFields = {}): void {
    const { logger } = this.#parts
    if (!logger.isEnabled('debug')) return
    logger.log('debug', event, {
      requestId: this.#reply.requestId,
      network: this.endpoint.name,
      caller: this.caller.name,
      ms: performance.now() - this.#startedAtMs,
      ...facts,
    })
  }
}
