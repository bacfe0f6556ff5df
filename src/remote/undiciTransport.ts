import type { Pool } from 'undici'
import { authorizationOf } from './endpointUrl.ts'
import { NodeFailure } from './nodeFailure.ts'
import { PausableReading } from './pausableReading.ts'
import {
  type Exchange,
  type ReplyHeaders,
  type Transport,
  type TransportParts,
  usedHeaders,
} from './transport.ts'

/** Every question has its own timeout. A connection that takes longer to open makes place for another attempt. */
const timeouts = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 5_000 } }
/** Codes of errors before a connection was made. */
const withoutConnection: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'],
])

/** Connections to an endpoint that others run, which may send whatever HTTP/1.1 allows. */
export class UndiciTransport implements Transport {
  readonly #parts: TransportParts
  #pool: Promise<Pool> | undefined
  #isClosed = false

  constructor(parts: TransportParts) {
    this.#parts = parts
  }

  begin(exchange: Exchange): void {
    const controller = new AbortController()
    const reading = new PausableReading(controller)
    exchange.connection = reading.connection
    this.#send(exchange, controller.signal, reading).catch((cause: Error) => {
      if (!controller.signal.aborted) exchange.fail(failureOf(cause))
    })
  }

  close(): void {
    this.#isClosed = true
    void this.#pool?.then((pool) => pool.destroy())
  }

  async #send(exchange: Exchange, signal: AbortSignal, reading: PausableReading): Promise<void> {
    const { url, headers: constant, maximumBytes } = this.#parts
    const { target, body } = exchange.question
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...authorizationOf(url),
    }
    this.#pool ??= this.#open()
    const reply = await (await this.#pool).request({
      method: target?.method ?? 'POST',
      path: target?.path ?? `${url.pathname}${url.search}`,
      headers: { ...headers, ...constant, ...exchange.headers },
      body: target === undefined ? body : null,
      signal,
    })
    exchange.head(reply.statusCode, headersOf(reply.headers))
    let length = 0
    for await (const bytes of reply.body as AsyncIterable<Buffer>) {
      length += bytes.length
      if (length > maximumBytes) throw new NodeFailure('too-long', 'the body is too long')
      exchange.data(bytes)
      await reading.whenResumed
    }
    exchange.end(headersOf(reply.trailers))
  }

  /** The package is loaded with the first request: it takes time, and most processes ask no endpoint of others. */
  async #open(): Promise<Pool> {
    const { Pool } = await import('undici')
    if (this.#isClosed) throw new Error('the connections to the node were closed')
    const { url, maximumConnections } = this.#parts
    return new Pool(url.origin, { connections: maximumConnections, ...timeouts })
  }
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  const headers = new Map<string, string>()
  for (const name of usedHeaders) {
    const [value] = [received[name]].flat()
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

function failureOf(cause: Error): NodeFailure {
  if (cause instanceof NodeFailure) return cause
  const code = 'code' in cause ? cause.code : undefined
  const kind = cause.name === 'HTTPParserError' ? 'malformed' : 'lost'
  return new NodeFailure(withoutConnection.has(code) ? 'unreachable' : kind, cause.message, { cause })
}
