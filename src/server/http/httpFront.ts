import type { IncomingMessage, ServerResponse } from 'node:http'
import { preflightAnswer } from '../entrance/origins.ts'
import type { RequestHead } from '../entrance/requestHead.ts'
import { isDenial } from '../keys/authority.ts'
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
  readonly #parts: FrontParts & Pick<ReplyParts, 'isEnding'>
  #isEnding = false
  #isDraining = false

  constructor(parts: FrontParts) {
    this.#parts = { ...parts, isEnding: () => this.#isEnding }
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
    this.#enter(head, sink)?.handle(body)
  }

  /** Undefined for a request that has been answered. */
  #enter(head: RequestHead, sink: AnswerSink): HttpExchange | undefined {
    const entered = this.#parts.admission.enter(head, sink.address)
    const reply = new Reply(head, entered, sink, this.#parts)
    try {
      const exchange = this.#answerHead(head, entered, reply)
      if (exchange === undefined || exchange instanceof HttpExchange) return exchange
      // Its key was not looked at, so it counts as a client without one.
      sink.endConnection()
      reply.refuse(exchange)
    } catch (error) {
      reply.fail(error)
    }
    return undefined
  }

  /** Answers what needs no body; undefined when that is done. */
  #answerHead(head: RequestHead, entered: EnteredHead, reply: Reply): HttpExchange | Refusal | undefined {
    const { routes, shared, web, admission } = this.#parts
    const { checked } = entered
    const isGet = head.method === 'GET'
    // Before the check of the host: probes come by the address of a container.
    if (isGet && probe(head.url, reply, routes, this.#isEnding, shared?.())) return undefined
    if (isGet && web !== undefined && answerBrowser(head, reply, web, this.#parts)) return undefined
    if ('status' in checked) return checked
    if (this.#isDraining) return shuttingDown()
    const { route, cors, refusal } = checked
    reply.addHeaders(cors)
    if (checked.isPreflight) {
      const namesPrivateNetwork = head.headers['access-control-request-private-network'] === 'true'
      reply.send(200, '', cors.length > 0 ? preflightAnswer(namesPrivateNetwork) : [])
      return undefined
    }
    if (refusal !== undefined) return refusal
    const caller = admission.callerOf(entered, checked)
    reply.entered(route.endpoint.name, !isDenial(caller) && caller.gatewayClient !== undefined)
    reply.entry?.entered(route.endpoint.name, isDenial(caller) ? undefined : caller.key?.id)
    return new HttpExchange(reply, checked, caller, this.#parts)
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
