import { CodedError } from '../../primitives/errors.ts'

export type TraceErrorCode =
  | 'unknown-transaction'
  | 'unknown-block'
  | 'unknown-trace'
  | 'state-missing'
  | 'bad-options'
  | 'too-large'
  | 'timed-out'

/** Why a trace cannot be given; the message is for the caller. */
export class TraceError extends CodedError<TraceErrorCode> {
  override readonly name = 'TraceError'
}
