import { Buffer } from '../platform/buffer.ts'
import { authorizationOf } from './endpointUrl.ts'
import { NodeFailure } from './nodeFailure.ts'
import {
  type Exchange,
  type ReplyHeaders,
  type Transport,
  type TransportParts,
  usedHeaders,
} from './transport.ts'

interface Reading {
  /** Undefined while the reading is not paused. */
  whenResumed: Promise<void> | undefined
  resume(): void
}

/** Connections by the `fetch` of a page or of Bun. It does not see trailers, or whether a connection was made. */
export class FetchTransport implements Transport {
  readonly #parts: TransportParts
  /** `fetch` refuses URLs with a user. */
  readonly #target: URL
  readonly #underWay = new Set<AbortController>()
  /** Exchanges that wait for others to end. */
  readonly #waiting: (() => void)[] = []
  #isClosed = false

  constructor(parts: TransportParts) {
    this.#parts = parts
    this.#target = new URL(parts.url)
    this.#target.username = ''
    this.#target.password = ''
  }

  begin(exchange: Exchange): void {
    const controller = new AbortController()
    const reading: Reading = { whenResumed: undefined, resume: () => {} }
    exchange.connection = {
      pause: () => {
        reading.whenResumed ??= new Promise((resolve) => {
          reading.resume = resolve
        })
      },
      resume: () => {
        reading.whenResumed = undefined
        reading.resume()
      },
      abandon: () => controller.abort(),
    }
    this.#inTurn(controller, () => this.#send(exchange, controller.signal, reading)).catch(
      (cause: unknown) => {
        const { aborted, reason } = controller.signal
        // A body that is not read to its end would keep the connection.
        controller.abort()
        if (!aborted) exchange.fail(failureOf(cause))
        else if (reason instanceof NodeFailure) exchange.fail(reason)
      },
    )
  }

  close(): void {
    this.#isClosed = true
    for (const controller of this.#underWay) controller.abort(closed())
  }

  async #inTurn(controller: AbortController, send: () => Promise<void>): Promise<void> {
    if (this.#underWay.size >= this.#parts.maximumConnections)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#underWay.add(controller)
    try {
      if (this.#isClosed) throw closed()
      if (!controller.signal.aborted) await send()
    } finally {
      this.#underWay.delete(controller)
      this.#waiting.shift()?.()
    }
  }

  async #send(exchange: Exchange, signal: AbortSignal, reading: Reading): Promise<void> {
    const { url, headers, maximumBytes } = this.#parts
    const { target, body } = exchange.question
    const reply = await fetch(target === undefined ? this.#target : new URL(target.path, this.#target), {
      method: target?.method ?? 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...authorizationOf(url),
        ...headers,
        ...exchange.headers,
      },
      body: target === undefined ? body : null,
      // The endpoint that was named is asked, and no other.
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal,
    })
    exchange.head(reply.status, headersOf(reply.headers))
    let length = 0
    const reader = reply.body?.getReader()
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      const bytes = next.value
      length += bytes.length
      if (length > maximumBytes) throw new NodeFailure('too-long', 'the body is too long')
      exchange.data(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
      await reading.whenResumed
    }
    exchange.end()
  }
}

const closed = (): NodeFailure => new NodeFailure('lost', 'the connections to the node were closed')

function headersOf(received: Headers): ReplyHeaders {
  const headers = new Map<string, string>()
  for (const name of usedHeaders) {
    const value = received.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

const failureOf = (cause: unknown): NodeFailure =>
  cause instanceof NodeFailure ? cause : new NodeFailure('lost', 'the connection failed', { cause })
