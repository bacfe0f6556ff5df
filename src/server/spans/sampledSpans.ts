import { toHexDigits } from '../../primitives/hex.ts'
import type { Span, SpanKind } from '../../remote/requestTrace.ts'

/** A span that has ended, as OTLP has it in JSON. */
export interface EndedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  readonly status: { readonly code: number; readonly message?: string }
}

export interface OtlpAttribute {
  readonly key: string
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly doubleValue: number }
}

export interface SampledSpansParts {
  /** One request in this many is sampled. */
  readonly oneIn: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly elapsedMs: () => number
  readonly random: (length: number) => Uint8Array
  readonly onEnd: (span: EndedSpan) => void
}

/** The enumerations of OTLP (opentelemetry-proto, trace.proto). */
const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 }
const [statusUnset, statusError] = [0, 2]
const sampledFlag = '01'
/** Version, trace, parent and flags; the form has been checked. */
const partsOf = (traceparent: string): readonly string[] => traceparent.split('-')

/** The span of a request as its server writes it. */
export interface RequestSpan extends Span {
  /** The request is a call of this method, or a batch with it. */
  called(method: string, errorCode: number | undefined): void
}

/** Decides which requests are measured, and measures them. */
export class SampledSpans {
  readonly #parts: SampledSpansParts

  constructor(parts: SampledSpansParts) {
    this.#parts = parts
  }

  /**
   * The span of a request; undefined for one that is not sampled. A gateway has decided for its request, and says so; other
   * clients cannot make the service send spans, but theirs have the trace that they name.
   */
  begin(traceparent: string | undefined, isOfGateway: boolean): RequestSpan | undefined {
    const { oneIn, random } = this.#parts
    const [, trace, parent, flags] = traceparent === undefined ? [] : partsOf(traceparent)
    const isSampled = isOfGateway
      ? flags === sampledFlag
      : oneIn === 1 || numberIn(random(4)) < 2 ** 32 / oneIn
    if (!isSampled) return undefined
    return new OpenSpan(this.#parts, trace ?? toHexDigits(random(16)), parent, 'request', 'server')
  }
}

class OpenSpan implements RequestSpan {
  readonly #parts: SampledSpansParts
  readonly #trace: string
  readonly #id: string
  readonly #parent: string | undefined
  readonly #kind: SpanKind
  readonly #startedAtMs: number
  readonly #startedElapsedMs: number
  readonly #attributes: OtlpAttribute[] = []
  #name: string
  #calls = 0
  #isEnded = false

  constructor(
    parts: SampledSpansParts,
    trace: string,
    parent: string | undefined,
    name: string,
    kind: SpanKind,
  ) {
    this.#parts = parts
    this.#trace = trace
    this.#id = toHexDigits(parts.random(8))
    this.#parent = parent
    this.#name = name
    this.#kind = kind
    this.#startedAtMs = parts.now()
    this.#startedElapsedMs = parts.elapsedMs()
  }

  get traceparent(): string {
    return `00-${this.#trace}-${this.#id}-${sampledFlag}`
  }

  begin(name: string, kind: SpanKind): Span {
    return new OpenSpan(this.#parts, this.#trace, this.#id, name, kind)
  }

  set(attribute: string, value: string | number): void {
    this.#attributes.push({ key: attribute, value: otlpValue(value) })
  }

  called(method: string, errorCode: number | undefined): void {
    this.#name = this.#calls++ === 0 ? method : 'batch'
    if (errorCode !== undefined) this.set('rpc.jsonrpc.error_code', errorCode)
  }

  end(problem?: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const { elapsedMs, onEnd } = this.#parts
    if (this.#calls > 1) this.set('cambium.calls', this.#calls)
    onEnd({
      traceId: this.#trace,
      spanId: this.#id,
      ...(this.#parent !== undefined && { parentSpanId: this.#parent }),
      name: this.#name,
      kind: kinds[this.#kind],
      startTimeUnixNano: nanoseconds(this.#startedAtMs),
      endTimeUnixNano: nanoseconds(this.#startedAtMs + elapsedMs() - this.#startedElapsedMs),
      attributes: this.#attributes,
      status: problem === undefined ? { code: statusUnset } : { code: statusError, message: problem },
    })
  }
}

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)

function otlpValue(value: string | number): OtlpAttribute['value'] {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const numberIn = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
