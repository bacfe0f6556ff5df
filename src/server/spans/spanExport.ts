import { reasonOf } from '../../primitives/errors.ts'
import { openEndpoint } from '../../remote/openEndpoint.ts'
import type { RemoteNode } from '../../remote/remoteNode.ts'
import type { EndedSpan } from './sampledSpans.ts'

export interface SpanExportParts {
  /** Where a collector takes OTLP over HTTP: http://127.0.0.1:4318/v1/traces. */
  readonly url: string
  readonly version: string
  /** Distinguishes the processes of a fleet. */
  readonly role: string
  /** Spans were not taken. */
  readonly onDropped: (count: number, reason: string) => void
}

/** Spans are sent after this time, or when this many wait. */
const intervalMs = 1_000
const spansOfPost = 512
/** Spans that wait while the collector is slow; further ones are dropped. */
const maximumWaiting = 4_096
const timeoutMs = 5_000

/** Sends spans to a collector: OTLP in JSON, one request at a time. Spans that it does not take are dropped, not repeated. */
export class SpanExport {
  readonly #parts: SpanExportParts
  #collector: RemoteNode | undefined
  #waiting: EndedSpan[] = []
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  constructor(parts: SpanExportParts) {
    this.#parts = parts
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= maximumWaiting) {
      this.#dropped++
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= spansOfPost) void this.#send()
    else this.#timer ??= setTimeout(() => void this.#send(), intervalMs).unref()
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    while (this.#sending !== undefined || this.#waiting.length > 0) await this.#send()
    clearTimeout(this.#timer)
    this.#collector?.close()
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#post(this.#waiting.splice(0, spansOfPost)).finally(() => {
      this.#sending = undefined
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.#send(), 0).unref()
    })
    return this.#sending
  }

  async #post(spans: readonly EndedSpan[]): Promise<void> {
    const { url, onDropped } = this.#parts
    const full = this.#dropped
    this.#dropped = 0
    if (full > 0) onDropped(full, 'the collector is too slow')
    if (spans.length === 0) return
    try {
      this.#collector ??= openEndpoint({ url: new URL(url) })
      const { status } = await this.#collector.post({ body: this.#bodyOf(spans), timeoutMs })
      if (status < 200 || status > 299)
        onDropped(spans.length, `the collector answered with status ${status}`)
    } catch (error) {
      onDropped(spans.length, reasonOf(error))
    }
  }

  #bodyOf(spans: readonly EndedSpan[]): string {
    const { version, role } = this.#parts
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } })
    const attributes = [
      attribute('service.name', 'cambium'),
      attribute('service.version', version),
      attribute('cambium.role', role),
      attribute('process.pid', String(process.pid)),
    ]
    return JSON.stringify({
      resourceSpans: [
        { resource: { attributes }, scopeSpans: [{ scope: { name: 'cambium', version }, spans }] },
      ],
    })
  }
}
