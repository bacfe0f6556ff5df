/* Headers that follow a request through several nodes: each logs them, and passes them on with its own requests. */

const requestIdHeader = 'x-request-id'
/** Of W3C Trace Context. */
const traceparentHeader = 'traceparent'

/** The trace that a client or its proxy sent. */
export interface RequestTrace {
  readonly requestId: string | undefined
  readonly traceparent: string | undefined
  /** The part of the trace that is measured here; undefined for a request that is not sampled. */
  readonly span?: Span | undefined
}

export type SpanKind = 'internal' | 'server' | 'client'

/** A measured part of a sampled request. */
export interface Span {
  /** By which another node names this span as the parent of its own. */
  readonly traceparent: string
  /** A part of this one, which begins now. */
  begin(name: string, kind: SpanKind): Span
  set(attribute: string, value: string | number): void
  /** `problem` says why it failed. Only the first end counts. */
  end(problem?: string): void
}

const requestIdForm = /^[\w.-]{1,64}$/
/** Version, trace, parent and flags; the ids are not zero (W3C Trace Context, section 3.2). */
const traceparentForm = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace in the headers of a request; undefined without a valid header. */
export function traceOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): RequestTrace | undefined {
  const { [requestIdHeader]: id, [traceparentHeader]: parent } = headers
  if (id === undefined && parent === undefined) return undefined
  const requestId = typeof id === 'string' && requestIdForm.test(id) ? id : undefined
  const traceparent = typeof parent === 'string' && traceparentForm.test(parent) ? parent : undefined
  return requestId === undefined && traceparent === undefined ? undefined : { requestId, traceparent }
}

/** The headers of a request to another node on behalf of this one. */
export function traceHeaders(trace: RequestTrace | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  if (trace?.requestId !== undefined) headers[requestIdHeader] = trace.requestId
  if (trace?.traceparent !== undefined) headers[traceparentHeader] = trace.traceparent
  return headers
}
