import type { IncomingMessage, ServerResponse } from 'node:http'
import { internalError } from '../../rpc/errors.ts'
import type { Endpoint } from '../endpoint.ts'
import { enter, isKeyForOrigin, isRefusal } from '../entrance.ts'
import type { Caller } from '../keys/authority.ts'
import { reasonOf } from '../log.ts'
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
import { errorText } from '../requests/envelope.ts'
import { parseOrError } from '../requests/parse.ts'
import type { Session } from '../requests/session.ts'
import { Bodies, type ReceivedBody } from './bodies.ts'
import { isJsonType } from './mediaType.ts'
import { corsHeaders, preflightHeaders } from './origins.ts'
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
  #isDraining = false

  constructor(parts: ServerParts) {
    this.#parts = parts
    this.#bodies = new Bodies(parts.limits.bufferedBodyBytes)
  }

  /** From now on requests are refused and connections end with their answers. */
  drain(): void {
    this.#isDraining = true
  }

  accept(request: IncomingMessage, response: ServerResponse): void {
    const reply = new Reply(request, response, this.#parts.requestIds.next(request.headers['x-request-id']))
    if (this.#isDraining) reply.endConnection()
    try {
      const outcome = this.#begin(request, reply)
      if (outcome === 'answered') return
      if ('status' in outcome) this.#refuse(reply, outcome)
      else this.#receive(request, outcome)
    } catch (error) {
      this.#fail(error, reply)
    }
  }

  #begin(request: IncomingMessage, reply: Reply): Exchange | Refusal | 'answered' {
    const { method, url, headers } = request
    const found = enter(request, this.#parts)
    if (isRefusal(found)) return found
    if (method === 'GET' && probe(url, reply, this.#parts.routes, this.#isDraining)) return 'answered'
    if (this.#isDraining) return shuttingDown()
    const { endpoint, key } = found
    const { origin } = headers
    reply.allowOrigin(corsHeaders(origin, endpoint.origins))
    if (isPreflight(request)) {
      reply.send(200, '', preflightHeaders)
      return 'answered'
    }
    if (method !== 'POST') return methodNotAllowed()
    if (!isJsonType(headers['content-type'])) return notJson()
    const caller = this.#parts.authority.identify(key, endpoint.name)
    return { endpoint, reply, origin, caller, startedAt: performance.now() }
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
    const text = typeof received === 'string' ? '' : received.toString()
    const body = parseOrError(text, this.#parts.limits.nestingDepth)
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
    else if ('status' in answer) this.#refuse(exchange.reply, answer, body)
    else this.#answerLater(answer, exchange)
  }

  #answerLater(answer: Promise<string>, exchange: Exchange): void {
    answer.then(
      (text) => this.#answer(text, exchange),
      (error: unknown) => this.#fail(error, exchange.reply),
    )
  }

  #answer(text: string, exchange: Exchange): void {
    const { logger, outgoing } = this.#parts
    if (this.#isDraining) exchange.reply.endConnection()
    if (text.length > longAnswer) exchange.reply.whileUnread(() => outgoing.add(text.length))
    exchange.reply.answer(text, (error) => this.#fail(error, exchange.reply))
    if (!logger.isEnabled('debug')) return
    logger.log('debug', 'answered', {
      requestId: exchange.reply.requestId,
      network: exchange.endpoint.name,
      caller: exchange.caller?.name,
      ms: performance.now() - exchange.startedAt,
      length: text.length,
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

/** An HTTP request as the calls see it. */
class HttpSession implements Session {
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly connectionMethods = undefined
  readonly #reply: Reply

  constructor(endpoint: Endpoint, caller: Caller, reply: Reply) {
    this.endpoint = endpoint
    this.caller = caller
    this.#reply = reply
  }

  get isGone(): boolean {
    return this.#reply.isGone
  }
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
