import type { IncomingMessage, ServerResponse } from 'node:http'
import { preflightAnswer } from '../entrance/origins.ts'
import type { RequestHead } from '../entrance/requestHead.ts'
import type { Logger } from '../log/logger.ts'
import { type Refusal, shuttingDown } from '../refusals/refusals.ts'
import type { EnteredHead } from '../requests/admission.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { type AnswerSink, ResponseSink } from './answerSink.ts'
import { HttpExchange } from './httpExchange.ts'
import { probe } from './probes.ts'
import { Reply, type ReplyParts } from './reply.ts'
import { answerBrowser } from './webAnswers.ts'

/** Takes HTTP requests to the networks that answer them. */
export class HttpFront {
  readonly #parts: FrontParts & { -readonly [Part in keyof ReplyParts]: ReplyParts[Part] }
  readonly #life = { isEnding: false }
  #isDraining = false

  constructor(parts: FrontParts) {
    this.#parts = { ...parts, life: this.#life, debugLogger: debugLoggerOf(parts) }
  }

  settingsChanged(): void {
    this.#parts.debugLogger = debugLoggerOf(this.#parts)
  }

  /** Is not ready from now on, and ends connections with their answers; requests are answered until `drain`. */
  announceEnd(): void {
    this.#life.isEnding = true
  }

  /** Refuses requests from now on. */
  drain(): void {
    this.#life.isEnding = true
    this.#isDraining = true
  }

  /** A request whose body has not been received. `isAsking`: its client waits for `100 Continue` before it sends the body. */
  accept(request: IncomingMessage, response: ServerResponse, isAsking: boolean): void {
    if (lacksLength(request)) {
      refuseMalformed(response)
      return
    }
    const exchange = this.#enter(request, new ResponseSink(request, response))
    exchange?.receive(request, isAsking ? () => response.writeContinue() : undefined)
  }

  /** A request that has been received with its body. */
  acceptWhole(head: RequestHead, body: Buffer, sink: AnswerSink): void {
    const exchange = this.#enter(head, sink)
    exchange?.handle(body, exchange.refusalOf(body.length))
  }

  /** Undefined for a request that has been answered. */
  #enter(head: RequestHead, sink: AnswerSink): HttpExchange | undefined {
    const { admission } = this.#parts
    const entered = admission.enter(head, sink.address)
    const { checked } = entered
    try {
      if (!('status' in checked) && checked.refusal === undefined && !this.#isDraining) {
        return new HttpExchange(entered, checked, admission.callerOf(entered, checked), sink, this.#parts)
      }
      this.#answerHead(head, entered, new Reply(entered, entered.address, sink, this.#parts))
    } catch (error) {
      new Reply(entered, entered.address, sink, this.#parts).fail(error)
    }
    return undefined
  }

  /** Answers or refuses what is not a call. */
  #answerHead(head: RequestHead, { checked }: EnteredHead, reply: Reply): void {
    const { routes, shared, web } = this.#parts
    const isGet = head.method === 'GET'
    // Before the check of the host: probes come by the address of a container.
    if (isGet && probe(head.url, reply, routes, this.#life.isEnding, shared?.())) return
    if (isGet && web !== undefined && answerBrowser(head, reply, web, this.#parts)) return
    if ('status' in checked) refuseUnknown(reply, checked)
    else if (this.#isDraining) refuseUnknown(reply, shuttingDown())
    else {
      const { cors, refusal, isPreflight } = checked
      reply.addHeaders(cors)
      if (isPreflight) {
        const namesPrivateNetwork = head.headers['access-control-request-private-network'] === 'true'
        reply.send(200, '', cors.length > 0 ? preflightAnswer(namesPrivateNetwork) : [])
      } else if (refusal !== undefined) refuseUnknown(reply, refusal)
    }
  }
}

/** The key was not looked at, so the client counts as one without a key, which has no reason to keep its connection. */
function refuseUnknown(reply: Reply, refusal: Refusal): void {
  reply.sink.endConnection()
  reply.refuse(refusal)
}

/** What follows a head without a length would be read as the next request, although its client meant a body (D11). */
const lacksLength = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

/** As Node's server does with what it cannot parse. */
function refuseMalformed(response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.writeHead(400).end()
}

const debugLoggerOf = ({ logger }: Pick<FrontParts, 'logger'>): Logger | undefined =>
  logger.isEnabled('debug') ? logger : undefined
