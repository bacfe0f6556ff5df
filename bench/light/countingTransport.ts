import { openTransport } from '../../src/remote/openTransport.ts'
import type { Exchange, Transport, TransportParts } from '../../src/remote/transport.ts'

/** Counts requests and bytes of bodies, and delays each request. */
export class CountingTransport implements Transport {
  requests = 0
  bytesSent = 0
  bytesReceived = 0
  readonly #inner: Transport
  readonly #latencyMs: number

  constructor(parts: TransportParts, latencyMs: number) {
    this.#inner = openTransport(parts)
    this.#latencyMs = latencyMs
  }

  begin(exchange: Exchange): void {
    this.requests++
    this.bytesSent += exchange.question.body.length
    const { data } = exchange
    exchange.data = (bytes) => {
      this.bytesReceived += bytes.length
      data.call(exchange, bytes)
    }
    // The asker sets what it needs of the connection before the delay is over.
    exchange.connection = { pause() {}, resume() {}, abandon() {} }
    setTimeout(() => this.#inner.begin(exchange), this.#latencyMs)
  }

  close(): void {
    this.#inner.close()
  }
}
