import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { internalError } from '../../rpc/errors.ts'
import type { Endpoint } from '../endpoint.ts'
import { enter, isKeyForOrigin, isRefusal } from '../entrance.ts'
import type { Caller } from '../keys/authority.ts'
import { type LogFields, reasonOf } from '../log.ts'
import type { ServerParts } from '../parts.ts'
import {
  bodyTooLarge,
  invalidKey,
  methodNotAllowed,
  notJson,
  originNotAllowed,
  type Refusal,
  shuttingDown,
  tooBusy,
} from '../refusals.ts'
import { AnswerPieces } from '../requests/answerPieces.ts'
import type { Answered } from '../requests/calls.ts'
import { errorText } from '../requests/envelope.ts'
import { parseOrError } from '../requests/parse.ts'
import type { Route } from '../routes.ts'
import { type AnswerSink, type RequestHead, ResponseSink } from './answerSink.ts'
import { Bodies, type ReceivedBody } from './bodies.ts'
import { HttpSession } from './httpSession.ts'
import { isJsonType } from './mediaType.ts'
import { corsHeaders, isAllowedOrigin, preflightHeaders } from './origins.ts'
import { probe } from './probes.ts'
import { Reply } from './reply.ts'

/** Shorter answers leave at once, whatever the client does. */
const longAnswer = 16 * 1024

/** What is known of a request while its body comes in. */
interface Exchange {
  readonly endpoint: Endpoint
  readonly reply: Reply
  readonly origin: string | undefined
  readonly caller: Caller | undefined
  readonly startedAt: number
}

/** Takes HTTP requests to the calls they carry. */
export class HttpFront {
  readonly #parts: ServerParts
  readonly #bodies: Bodies
  readonly #entered = new WeakMap<RequestHead, Route | Refusal>()
  #isDraining = false

  constructor(parts: ServerParts) {
    this.#parts = parts
    this.#bodies = new Bodies(parts.limits.bufferedBodyBytes)
  }

  /** From now on requests are refused and connections end with their answers. */
  drain(): void {
    this.#isDraining = true
  }

  /** A request whose body is still to come. */
  accept(request: IncomingMessage, response: ServerResponse): void {
    const sink = new ResponseSink(request, response)
    this.#open(request, sink, (exchange) => this.#receive(request, exchange))
  }

  /** A request whose body comes only if it is wanted. */
  acceptAsking(request: IncomingMessage, response: ServerResponse): void {
    const sink = new ResponseSink(request, response)
    this.#open(request, sink, (exchange) => {
      if (Number(request.headers['content-length'] ?? 0) > this.#parts.limits.bodyBytes) {
        this.#handle('too large', exchange)
      } else {
        response.writeContinue()
        this.#receive(request, exchange)
      }
    })
  }

  /** A request that is there with its body. */
  acceptWhole(head: RequestHead, body: Buffer, sink: AnswerSink): void {
    this.#open(head, sink, (exchange) => this.#handle(body, exchange))
  }

  #open(head: RequestHead, sink: AnswerSink, goOn: (exchange: Exchange) => void): void {
    const reply = new Reply(head, sink, this.#parts.requestIds.next(head.headers['x-request-id']))
    if (this.#isDraining) reply.endConnection()
    try {
      const outcome = this.#begin(head, reply)
      if (outcome === 'answered') return
      if ('status' in outcome) this.#refuse(reply, outcome)
      else goOn(outcome)
    } catch (error) {
      this.#fail(error, reply)
    }
  }

  #begin(head: RequestHead, reply: Reply): Exchange | Refusal | 'answered' {
    const { method, url, headers } = head
    const found = this.#enter(head)
    if (isRefusal(found)) return found
    if (method === 'GET' && probe(url, reply, this.#parts.routes, this.#isDraining)) return 'answered'
    if (this.#isDraining) return shuttingDown()
    const { endpoint, key } = found
    const { origin } = headers
    const cors = corsHeaders(origin, endpoint.origins)
    reply.allowOrigin(cors)
    if (isPreflight(head)) {
      reply.send(200, '', cors.length > 0 ? preflightHeaders : [])
      return 'answered'
    }
    if (method !== 'POST') return methodNotAllowed()
    if (!isJsonType(headers['content-type'])) return notJson()
    if (!isAllowedOrigin(origin, endpoint.origins)) return originNotAllowed()
    const caller = this.#parts.authority.identify(key, endpoint.name)
    return { endpoint, reply, origin, caller, startedAt: performance.now() }
  }

  /** What follows from a head alone is worked out once for all requests that a connection sends with it. */
  #enter(head: RequestHead): Route | Refusal {
    let found = this.#entered.get(head)
    if (found === undefined) this.#entered.set(head, (found = enter(head, this.#parts)))
    return found
  }

  /** Of a body without a valid key no more is read than it takes to find the id to answer with. */
  #receive(request: IncomingMessage, exchange: Exchange): void {
    const { bodyBytes, refusedBodyBytes } = this.#parts.limits
    const maximum = exchange.caller === undefined ? refusedBodyBytes : bodyBytes
    this.#bodies.receive(request, maximum, (body) => {
      try {
        this.#handle(body, exchange)
      } catch (error) {
        this.#fail(error, exchange.reply)
      }
    })
  }

  #handle(received: ReceivedBody, exchange: Exchange): void {
    const { reply } = exchange
    const body = parseOrError(textOf(received), this.#parts.limits.nestingDepth)
    const refusal = this.#refusalFor(received, exchange)
    if (refusal !== undefined) this.#refuse(reply, refusal, body)
    else if (exchange.caller !== undefined) this.#call(body, exchange, exchange.caller)
  }

  #refusalFor(received: ReceivedBody, { caller, origin }: Exchange): Refusal | undefined {
    if (received === 'too busy') return tooBusy()
    if (caller === undefined) return invalidKey()
    if (received === 'too large') return bodyTooLarge(this.#parts.limits.bodyBytes)
    return isKeyForOrigin(caller.key, origin) ? undefined : originNotAllowed()
  }

  #call(body: unknown, exchange: Exchange, caller: Caller): void {
    const { calls } = this.#parts
    const session = new HttpSession(exchange.endpoint, caller, exchange.reply)
    const refusal = calls.admit(body, session)
    const answer = refusal ?? calls.answer(body, session)
    if (typeof answer === 'string') this.#answer(answer, exchange)
    else if (answer instanceof AnswerPieces) this.#stream(answer, exchange)
    else if ('status' in answer) this.#refuse(exchange.reply, answer, body)
    else this.#answerLater(answer, exchange)
  }

  #answerLater(answer: Promise<Answered>, exchange: Exchange): void {
    answer.then(
      (answered) =>
        typeof answered === 'string' ? this.#answer(answered, exchange) : this.#stream(answered, exchange),
      (error: unknown) => this.#fail(error, exchange.reply),
    )
  }

  #answer(text: string, exchange: Exchange): void {
    const { outgoing } = this.#parts
    if (this.#isDraining) exchange.reply.endConnection()
    const onLeft = text.length > longAnswer ? outgoing.add(text.length) : undefined
    exchange.reply.answer(text, (error) => this.#fail(error, exchange.reply), onLeft)
    this.#logAnswer('answered', exchange, { length: text.length })
  }

  #stream(pieces: AnswerPieces, exchange: Exchange): void {
    if (this.#isDraining) exchange.reply.endConnection()
    exchange.reply.stream(pieces, (failure) => {
      if (failure) this.#logAnswer('cut off', exchange, { reason: failure.message })
      else this.#logAnswer('answered', exchange)
    })
  }

  #logAnswer(event: string, exchange: Exchange, facts: LogFields = {}): void {
    const { logger } = this.#parts
    if (!logger.isEnabled('debug')) return
    logger.log('debug', event, {
      requestId: exchange.reply.requestId,
      network: exchange.endpoint.name,
      caller: exchange.caller?.name,
      ms: performance.now() - exchange.startedAt,
      ...facts,
    })
  }

  #refuse(reply: Reply, refusal: Refusal, body?: unknown): void {
    const { metrics, logger } = this.#parts
    metrics.refused(refusal.status)
    reply.refuse(refusal, body)
    if (!logger.isEnabled('debug')) return
    const { status, error } = refusal
    logger.log('debug', 'refused', { requestId: reply.requestId, status, reason: error.message })
  }

  #fail(error: unknown, reply: Reply): void {
    this.#parts.logger.log('error', 'failed', { requestId: reply.requestId, reason: reasonOf(error) })
    reply.send(200, errorText(null, internalError()))
  }
}

const isPreflight = ({ method, headers }: RequestHead): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

/** JSON is exchanged in UTF-8 (RFC 8259); what is none is read as nothing, which is no JSON. */
function textOf(received: ReceivedBody): string {
  if (typeof received === 'string') return ''
  const text = received.toString()
  return text.includes('\ufffd') && !isUtf8(received) ? '' : text
}
