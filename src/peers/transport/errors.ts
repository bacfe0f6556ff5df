import type { DisconnectReason } from './disconnectReason.ts'

/**
 * `unreachable`: no connection came about. `timeout`: a stage took too long. `lost`: the socket closed.
 * `protocol`: the other side broke a rule. `refused`: it said Disconnect. `unsuited`: we have no use for it.
 * `aborted`: we gave up.
 */
export type TransportFailure =
  | 'unreachable'
  | 'timeout'
  | 'lost'
  | 'protocol'
  | 'refused'
  | 'unsuited'
  | 'aborted'

/** Why no connection came about, or why one ended. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly failure: TransportFailure
  /** What the other node said, or was told, where that was the end. */
  readonly reason: DisconnectReason | undefined

  constructor(failure: TransportFailure, problem: string, reason?: DisconnectReason) {
    super(problem)
    this.failure = failure
    this.reason = reason
  }
}

/** Something unexpected as a TransportError, so that callers meet one kind of error only. */
export function asTransportError(error: unknown, failure: TransportFailure): TransportError {
  if (error instanceof TransportError) return error
  return new TransportError(failure, error instanceof Error ? error.message : String(error))
}
