import { reasonOf } from '../../primitives/errors.ts'
import type { DisconnectReason } from './disconnectReason.ts'

/**
 * `unreachable`: no TCP connection. `timeout`: a stage took too long. `lost`: the socket closed. `protocol`: the other
 * node broke a rule. `refused`: it sent a Disconnect. `unsuited`: this node cannot use it as a peer. `aborted`: this
 * node gave up.
 */
export type TransportFailure =
  | 'unreachable'
  | 'timeout'
  | 'lost'
  | 'protocol'
  | 'refused'
  | 'unsuited'
  | 'aborted'

/** Why no connection was established, or why one ended. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly failure: TransportFailure
  /** The reason in the Disconnect that ended the connection, if one was sent or received. */
  readonly reason: DisconnectReason | undefined

  constructor(failure: TransportFailure, problem: string, reason?: DisconnectReason) {
    super(problem)
    this.failure = failure
    this.reason = reason
  }
}

/** Wraps other errors, so that callers handle one kind of error only. */
export function asTransportError(error: unknown, failure: TransportFailure): TransportError {
  if (error instanceof TransportError) return error
  return new TransportError(failure, reasonOf(error))
}
