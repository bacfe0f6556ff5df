import { CodedError } from '../../primitives/errors.ts'

export type TraceErrorCode =
  | 'unknown-transaction'
  | 'unknown-block'
  | 'unknown-trace'
  | 'state-missing'
  | 'bad-options'
  | 'too-large'
  | 'timed-out'

/** The reason why a trace cannot be made; the message is for the caller. */
export class TraceError extends CodedError<TraceErrorCode> {
  override readonly name = 'TraceError'
}
