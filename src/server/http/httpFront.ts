import type { IncomingMessage, ServerResponse } from 'node:http'
import { uncountedLength } from '../../rpc/envelope/answerContext.ts'
import { type Answered, AnswerPieces } from '../../rpc/envelope/answerPieces.ts'
import { parseBody, textOfBody } from '../../rpc/envelope/request.ts'
import { refusalText } from '../../rpc/envelope/responses.ts'
import { internalError, RpcError } from '../../rpc/errors/errors.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import { isKeyForOrigin } from '../entrance/entrance.ts'
import { preflightAnswer } from '../entrance/origins.ts'
import type { RequestHead } from '../entrance/requestHead.ts'
import { type Caller, isDenial } from '../keys/authority.ts'
import { type LogFields, reasonOf } from '../log/log.ts'
import type { Endpoint } from '../networks/endpoint.ts'
import type { PathHandler } from '../networks/pathHandler.ts'
import {
  bodyTooLarge,
  type KeyDenial,
  keyRefusal,
  originNotAllowed,
  type Refusal,
  shuttingDown,
  tooBusy,
  tooManyUnread,
} from '../refusals/refusals.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { type AnswerSink, ResponseSink } from './answerSink.ts'
import { Bodies, type ReceivedBody } from './bodies.ts'
import { type CheckedHead, checkHead } from './checkedHead.ts'
import { HttpSession } from './httpSession.ts'
import { probe } from './probes.ts'
import { Reply } from './reply.ts'
import { answerBrowser } from './webAnswers.ts'

/** A request while its body is received and answered. */
interface Exchange {
  readonly endpoint: Endpoint
  /** Answers instead of the network. */
  readonly handler: PathHandler | undefined
  readonly reply: Reply
  readonly origin: string | undefined
  readonly caller: Caller | KeyDenial
  /** The nodes that have forwarded the request. */
  readonly hops: string | undefined
  readonly startedAt: number
}

/** A parsed body and the number of its characters. */
interface ParsedBody {
  readonly body: unknown
  readonly length: number
}

/** Takes HTTP requests to the networks that answer them. */
export class HttpFront {
  readonly #parts: FrontParts
  readonly #bodies: Bodies
  readonly #checked = new WeakMap<RequestHead, CheckedHead | Refusal>()
  #isEnding = false
  #isDraining = false

  constructor(parts: FrontParts) {
    this.#parts = parts
    this.#bodies = new Bodies(parts.incoming)
  }

  /** Is not ready from now on, and ends connections with their answers; requests are answered until `drain`. */
  announceEnd(): void {
    this.#isEnding = true
  }

  /** Refuses requests from now on. */
  drain(): void {
    this.#isEnding = true
    this.#isDraining = true
  }

  /** A request whose body has not been received. */
  accept(request: IncomingMessage, response: ServerResponse): void {
    if (lacksLength(request)) {
      refuseMalformed(response)
      return
    }
    const sink = new ResponseSink(request, response)
    this.#open(request, sink, (exchange) => this.#receive(request, exchange))
  }

  /** A request whose client waits for `100 Continue` before it sends the body. */
  acceptAsking(request: IncomingMessage, response: ServerResponse): void {
    const sink = new ResponseSink(request, response)
    this.#open(request, sink, (exchange) => {
      if (Number(request.headers['content-length'] ?? 0) > this.#parts.limits.bodyBytes) {
        this.#handle('too-large', exchange)
      } else {
        response.writeContinue()
        this.#receive(request, exchange)
      }
    })
  }

  /** A request that has been received with its body. */
  acceptWhole(head: RequestHead, body: Buffer, sink: AnswerSink): void {
    this.#open(head, sink, (exchange) => this.#handle(body, exchange))
  }

  #open(head: RequestHead, sink: AnswerSink, goOn: (exchange: Exchange) => void): void {
    const { requestIds, proxies, accessLog } = this.#parts
    const reply = new Reply(head, sink, requestIds.next(head.headers['x-request-id']), proxies)
    if (accessLog !== undefined) {
      const { requestId, address } = reply
      reply.entry = accessLog.begin({ requestId, address, transport: 'http' })
    }
    if (this.#isEnding) reply.endConnection()
    try {
      const outcome = this.#begin(head, reply)
      if (outcome === 'answered') return
      if ('status' in outcome) {
        // Its key was not looked at, so it counts as a client without one.
        reply.endConnection()
        this.#refuse(reply, outcome)
      } else goOn(outcome)
    } catch (error) {
      this.#fail(error, reply)
    }
  }

  #begin(head: RequestHead, reply: Reply): Exchange | Refusal | 'answered' {
    const { method, url } = head
    if (method === 'GET' && this.#isForBrowser(head, reply)) return 'answered'
    const found = this.#check(head)
    if ('status' in found) return found
    if (method === 'GET' && this.#probe(url, reply)) return 'answered'
    if (this.#isDraining) return shuttingDown()
    const { route, origin, cors, refusal, hops } = found
    reply.allowOrigin(cors)
    if (found.isPreflight) {
      const namesPrivateNetwork = head.headers['access-control-request-private-network'] === 'true'
      reply.send(200, '', cors.length > 0 ? preflightAnswer(namesPrivateNetwork) : [])
      return 'answered'
    }
    if (refusal !== undefined) return refusal
    const { endpoint, handler, key } = route
    const caller =
      this.#parts.fleet?.callerOf(head) ?? this.#parts.authority.identify(key, endpoint.name, reply.address)
    reply.entry?.entered(endpoint.name, isDenial(caller) ? undefined : caller.key?.id)
    return { endpoint, handler, reply, origin, caller, hops, startedAt: performance.now() }
  }

  #probe(target: string | undefined, reply: Reply): boolean {
    const { routes, shared } = this.#parts
    return probe(target, reply, routes, this.#isEnding, shared?.())
  }

  #isForBrowser(head: RequestHead, reply: Reply): boolean {
    const { web } = this.#parts
    return web !== undefined && answerBrowser(head, reply, web, this.#parts)
  }

  /** A connection sends many requests with the same head, which is checked once. */
  #check(head: RequestHead): CheckedHead | Refusal {
    const known = this.#checked.get(head)
    if (known !== undefined) return known
    const checked = checkHead(head, this.#parts)
    this.#checked.set(head, checked)
    return checked
  }

  /** Of a body without a valid key only the first bytes are read, to answer with the request's id. */
  #receive(request: IncomingMessage, exchange: Exchange): void {
    const { bodyBytes, refusedBodyBytes } = this.#parts.limits
    const { caller, reply } = exchange
    const [client, maximum] = isDenial(caller) ? [reply.address, refusedBodyBytes] : [caller.name, bodyBytes]
    this.#bodies.receive(request, client, maximum, (body) => {
      try {
        this.#handle(body, exchange)
      } catch (error) {
        this.#fail(error, exchange.reply)
      }
    })
  }

  #handle(received: ReceivedBody, exchange: Exchange): void {
    const { reply } = exchange
    const text = typeof received === 'string' ? '' : textOfBody(received)
    if (exchange.handler !== undefined) {
      this.#handleBeside(received, text, exchange.handler, exchange)
      return
    }
    const body = parseBody(text, this.#parts.limits.nestingDepth)
    reply.entry?.asked(body)
    const refusal = this.#refusalFor(received, exchange)
    if (refusal !== undefined) this.#refuse(reply, refusal, body)
    else if (!isDenial(exchange.caller)) this.#call({ body, length: text.length }, exchange, exchange.caller)
  }

  #handleBeside(received: ReceivedBody, text: string, handler: PathHandler, exchange: Exchange): void {
    const { reply } = exchange
    const refusal = this.#refusalFor(received, exchange)
    if (refusal !== undefined) {
      this.#refuse(reply, refusal)
      return
    }
    handler.answer(text).then(
      (answer) => {
        if (this.#isEnding) reply.endConnection()
        reply.send(answer.status, answer.text)
        this.#logAnswer('answered', exchange, { length: answer.text.length })
      },
      (error: unknown) => this.#fail(error, reply),
    )
  }

  #refusalFor(received: ReceivedBody, { caller, origin }: Exchange): Refusal | undefined {
    if (received === 'too-busy') return tooBusy()
    if (isDenial(caller)) return keyRefusal(caller)
    if (received === 'too-large') return bodyTooLarge(this.#parts.limits.bodyBytes)
    return isKeyForOrigin(caller.key, origin) ? undefined : originNotAllowed()
  }

  #call({ body, length }: ParsedBody, exchange: Exchange, caller: Caller): void {
    const { endpoint, reply, origin, hops } = exchange
    const session = new HttpSession({ endpoint, caller, reply, origin, body, hops }, this.#parts)
    const refusal = this.#parts.admission.admit(body, length, session)
    this.#send(refusal ?? this.#answerTo(body, session, reply), exchange, session)
  }

  #send(answer: Answered | Promise<Answered> | Refusal, exchange: Exchange, session: HttpSession): void {
    if (typeof answer === 'string' || answer instanceof Uint8Array) this.#answer(answer, exchange, session)
    else if (answer instanceof AnswerPieces) this.#stream(answer, exchange, session)
    else if ('status' in answer) this.#refuse(exchange.reply, answer, session.body)
    else this.#answerLater(answer, exchange, session)
  }

  #answerTo(body: unknown, session: HttpSession, { canStream }: Reply): Answered | Promise<Answered> {
    const { envelope } = session.endpoint
    return canStream ? envelope.answer(body, session) : envelope.answerText(body, session)
  }

  #answerLater(answer: Promise<Answered>, exchange: Exchange, session: HttpSession): void {
    answer.then(
      (answered) =>
        answered instanceof AnswerPieces
          ? this.#stream(answered, exchange, session)
          : this.#answer(answered, exchange, session),
      (error: unknown) => this.#fail(error, exchange.reply),
    )
  }

  /** A long answer is discarded when its client has not read enough of the others. */
  #answer(text: Piece, exchange: Exchange, session: HttpSession): void {
    if (this.#isEnding) exchange.reply.endConnection()
    const isLong = text.length > uncountedLength
    const onLeft = isLong ? session.hold(text.length) : undefined
    if (isLong && onLeft === undefined) {
      this.#refuse(exchange.reply, tooManyUnread(), session.body)
      return
    }
    if (session.workReport !== undefined) exchange.reply.addHeaders(session.workReport.headers)
    exchange.reply.answer(text, (error) => this.#fail(error, exchange.reply), onLeft)
    this.#logAnswer('answered', exchange, { length: text.length })
  }

  #stream(pieces: AnswerPieces, exchange: Exchange, { workReport, caller }: HttpSession): void {
    if (this.#isEnding) exchange.reply.endConnection()
    if (workReport !== undefined) exchange.reply.addHeaders(workReport.beginning)
    const onEnd = (failure: Error | null | undefined): void => {
      if (failure instanceof RpcError) this.#logCutOff(failure, exchange)
      else this.#logAnswer(failure ? 'abandoned' : 'answered', exchange)
    }
    const own = { turns: this.#parts.pieceTurns, client: caller.name }
    exchange.reply.stream(pieces, own, onEnd, workReport && (() => workReport.end))
  }

  /** The client got the beginning of an answer: the operator may have to raise a limit. */
  #logCutOff({ message }: RpcError, { reply, endpoint, caller }: Exchange): void {
    const { logger, metrics } = this.#parts
    metrics.answerCutOff()
    logger.log('warn', 'cut-off', {
      requestId: reply.requestId,
      network: endpoint.name,
      caller: isDenial(caller) ? undefined : caller.name,
      reason: message,
    })
  }

  #logAnswer(event: string, exchange: Exchange, facts: LogFields = {}): void {
    const { logger } = this.#parts
    if (!logger.isEnabled('debug')) return
    logger.log('debug', event, {
      requestId: exchange.reply.requestId,
      network: exchange.endpoint.name,
      caller: isDenial(exchange.caller) ? undefined : exchange.caller.name,
      ms: performance.now() - exchange.startedAt,
      ...facts,
    })
  }

  #refuse(reply: Reply, refusal: Refusal, body?: unknown): void {
    const { metrics, logger } = this.#parts
    metrics.refused(refusal.status)
    // A client without a key has no reason to keep its connection.
    if (refusal.status === 401) reply.endConnection()
    reply.entry?.refused(refusal.error.code)
    reply.refuse(refusal, body)
    if (!logger.isEnabled('debug')) return
    const { status, error } = refusal
    logger.log('debug', 'refused', { requestId: reply.requestId, status, reason: error.message })
  }

  #fail(error: unknown, reply: Reply): void {
    this.#parts.logger.log('error', 'failed', { requestId: reply.requestId, reason: reasonOf(error) })
    reply.send(200, refusalText(null, internalError()))
  }
}

/** What follows a head without a length would be read as the next request, although its client meant a body (D11). */
const lacksLength = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

/** As Node's server does with what it cannot parse. */
function refuseMalformed(response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.writeHead(400).end()
}
