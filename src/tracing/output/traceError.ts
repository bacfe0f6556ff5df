export type TraceErrorKind =
  | 'unknown-transaction'
  | 'unknown-block'
  | 'unknown-trace'
  | 'state-missing'
  | 'bad-options'
  | 'too-large'
  | 'timed-out'

/** Why a trace cannot be given; the message is for the one who asked. */
export class TraceError extends Error {
  override readonly name = 'TraceError'
  readonly kind: TraceErrorKind

  constructor(kind: TraceErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
