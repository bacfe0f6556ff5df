/** Why another node gave no answer. */
export type FailureKind =
  /** No connection was made. */
  | 'unreachable'
  /** The connection ended before the answer was complete. */
  | 'lost'
  | 'timeout'
  /** The caller has abandoned the question. */
  | 'abandoned'
  /** The reply is not one of HTTP/1.1, or not an answer of JSON-RPC. */
  | 'malformed'
  | 'too-long'
  /** An HTTP status that does not say whether the node executed the request. */
  | 'status'
  /** The node stops serving. */
  | 'draining'
  /** The node is busy, or does not recognise the gateway. */
  | 'refused'
  /** The node demands a key, or another one. */
  | 'unauthorised'
  | 'rate-limited'

const untouched: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'draining',
  'refused',
  'unauthorised',
  'rate-limited',
])

export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  readonly kind: FailureKind
  /** Milliseconds until the node accepts requests again; undefined if it does not say. */
  readonly waitMs: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    options: ErrorOptions & { readonly waitMs?: number | undefined } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.waitMs = options.waitMs
  }

  /** Whether the node certainly did not execute the request. */
  get isUntouched(): boolean {
    return untouched.has(this.kind)
  }
}
