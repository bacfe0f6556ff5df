import type { IncomingMessage, ServerResponse } from 'node:http'
import { preflightAnswer } from '../entrance/origins.ts'
import type { RequestHead } from '../entrance/requestHead.ts'
import { isDenial } from '../keys/authority.ts'
import { type Refusal, shuttingDown } from '../refusals/refusals.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { type AnswerSink, ResponseSink } from './answerSink.ts'
import { type CheckedHead, checkHead } from './checkedHead.ts'
import { HttpExchange } from './httpExchange.ts'
import { probe } from './probes.ts'
import { Reply, type ReplyParts } from './reply.ts'
import { answerBrowser } from './webAnswers.ts'

/** Takes HTTP requests to the networks that answer them. */
export class HttpFront {
  readonly #parts: FrontParts & Pick<ReplyParts, 'isEnding'>
  readonly #checked = new WeakMap<RequestHead, CheckedHead | Refusal>()
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

  /** A request whose body has not been received. */
  accept(request: IncomingMessage, response: ServerResponse): void {
    if (lacksLength(request)) refuseMalformed(response)
    else this.#enter(request, new ResponseSink(request, response))?.receive(request)
  }

  /** A request whose client waits for `100 Continue` before it sends the body. */
  acceptAsking(request: IncomingMessage, response: ServerResponse): void {
    const exchange = this.#enter(request, new ResponseSink(request, response))
    if (exchange === undefined) return
    if (Number(request.headers['content-length'] ?? 0) > this.#parts.limits.bodyBytes) {
      exchange.handle('too-large')
    } else {
      response.writeContinue()
      exchange.receive(request)
    }
  }

  /** A request that has been received with its body. */
  acceptWhole(head: RequestHead, body: Buffer, sink: AnswerSink): void {
    this.#enter(head, sink)?.handle(body)
  }

  /** Undefined for a request that has been answered. */
  #enter(head: RequestHead, sink: AnswerSink): HttpExchange | undefined {
    const reply = new Reply(head, sink, this.#parts)
    try {
      const entered = this.#answerHead(head, reply)
      if (entered === undefined || entered instanceof HttpExchange) return entered
      // Its key was not looked at, so it counts as a client without one.
      sink.endConnection()
      reply.refuse(entered)
    } catch (error) {
      reply.fail(error)
    }
    return undefined
  }

  /** Answers what needs no body; undefined when that is done. */
  #answerHead(head: RequestHead, reply: Reply): HttpExchange | Refusal | undefined {
    const { routes, shared, web, fleet, authority } = this.#parts
    const isGet = head.method === 'GET'
    // Before the check of the host: probes come by the address of a container.
    if (isGet && probe(head.url, reply, routes, this.#isEnding, shared?.())) return undefined
    if (isGet && web !== undefined && answerBrowser(head, reply, web, this.#parts)) return undefined
    const checked = this.#checked.get(head) ?? this.#check(head)
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
    const { name } = route.endpoint
    const caller = fleet?.callerOf(head) ?? authority.identify(route.key, name, reply.address)
    reply.entry?.entered(name, isDenial(caller) ? undefined : caller.key?.id)
    return new HttpExchange(reply, checked, caller, this.#parts)
  }

  /** A connection sends many requests with the same head, which is checked once. */
  #check(head: RequestHead): CheckedHead | Refusal {
    const checked = checkHead(head, this.#parts)
    this.#checked.set(head, checked)
    return checked
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
