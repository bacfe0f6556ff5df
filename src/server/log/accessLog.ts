import { withoutKeySecrets } from './logger.ts'

/** Distinct method names in a line; further ones of a batch are counted in `calls` only. */
const maximumMethods = 16
/** Distinct error codes in a line. */
const maximumErrors = 16
/** Characters of a method name, which the client chose. */
const maximumMethodLength = 64

/** What is known of a request when it arrives. */
export interface RequestFacts {
  readonly requestId: string
  /** Of the trace that the request belongs to. */
  readonly traceparent?: string | undefined
  readonly transport: 'http' | 'websocket'
  readonly address: string
}

/** The end of a request. */
export interface RequestEnd {
  readonly status: number
  /** Bytes of the answer before compression; undefined to take those of its calls. */
  readonly bytes?: number | undefined
}

/** One line of the access log, while its request is answered. It never holds the secret of a key. */
export class AccessEntry {
  readonly #facts: RequestFacts
  readonly #startedAtMs: number
  readonly #elapsedMs: () => number
  readonly #write: (line: Readonly<Record<string, unknown>>) => void
  #network: string | undefined
  #keyId: string | undefined
  #methods: string[] = []
  #calls = 0
  #units = 0
  #bytes = 0
  #notifications = 0
  readonly #errors = new Set<number>()
  #isWanted = false
  #isEnded = false

  constructor(
    facts: RequestFacts,
    elapsedMs: () => number,
    write: (line: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#facts = facts
    this.#elapsedMs = elapsedMs
    this.#write = write
    this.#startedAtMs = elapsedMs()
  }

  /** The network and the key are known. A request that reaches neither this nor `refused` is a probe: it has no line. */
  entered(network: string, keyId: string | undefined): void {
    this.#isWanted = true
    this.#network = network
    this.#keyId = keyId
  }

  /** The body is known: a request or a batch of them. */
  asked(body: unknown): void {
    const calls: readonly unknown[] = Array.isArray(body) ? body : [body]
    this.#calls = calls.length
    const names = new Set<string>()
    for (const call of calls) {
      if (names.size === maximumMethods) break
      const name = methodOf(call)
      if (name !== undefined) names.add(name)
    }
    this.#methods = [...names]
  }

  /** A call of the body was answered. */
  called(units: number, bytes: number, errorCode: number | undefined): void {
    this.#units += units
    this.#bytes += bytes
    if (errorCode !== undefined) this.#failed(errorCode)
  }

  notified(units: number, bytes: number): void {
    this.#notifications++
    this.#units += units
    this.#bytes += bytes
  }

  refused(errorCode: number): void {
    this.#isWanted = true
    this.#failed(errorCode)
  }

  /** Writes the line; only the first end counts. */
  ended({ status, bytes = this.#bytes }: RequestEnd): void {
    if (this.#isEnded || !this.#isWanted) return
    this.#isEnded = true
    const { requestId, traceparent, transport, address } = this.#facts
    this.#write({
      requestId,
      traceparent,
      transport,
      network: this.#network,
      key: this.#keyId,
      address,
      ...(this.#calls > 0 && { methods: this.#methods, calls: this.#calls }),
      ...(this.#notifications > 0 && { notifications: this.#notifications }),
      status,
      ...(this.#errors.size > 0 && { errors: [...this.#errors] }),
      units: this.#units,
      bytes,
      ms: Math.round((this.#elapsedMs() - this.#startedAtMs) * 1000) / 1000,
    })
  }

  #failed(errorCode: number): void {
    if (this.#errors.size < maximumErrors) this.#errors.add(errorCode)
  }
}

function methodOf(call: unknown): string | undefined {
  if (typeof call !== 'object' || call === null || !('method' in call)) return undefined
  return typeof call.method === 'string' ? call.method.slice(0, maximumMethodLength) : undefined
}

export interface AccessLogParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly elapsedMs: () => number
  readonly write: (line: string) => void
}

/** Writes a line of JSON for every request and every message of a WebSocket, and one for the end of a WebSocket. */
export class AccessLog {
  readonly #parts: AccessLogParts

  constructor(parts: AccessLogParts) {
    this.#parts = parts
  }

  begin(facts: RequestFacts): AccessEntry {
    return new AccessEntry(facts, this.#parts.elapsedMs, this.#write)
  }

  readonly #write = (line: Readonly<Record<string, unknown>>): void => {
    const time = new Date(this.#parts.now()).toISOString()
    // A client can put a key where a method or a request id belongs.
    this.#parts.write(`${withoutKeySecrets(JSON.stringify({ time, ...line }))}\n`)
  }
}
