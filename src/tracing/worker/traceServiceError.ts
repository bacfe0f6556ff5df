import { CodedError } from '../../primitives/errors.ts'

export type TraceServiceErrorCode = 'busy' | 'failed' | 'closed'

/** A failure of the service that makes traces, independent of the trace. */
export class TraceServiceError extends CodedError<TraceServiceErrorCode> {
  override readonly name = 'TraceServiceError'
}

export const tooManyTraces = (): TraceServiceError =>
  new TraceServiceError('busy', 'too many traces are being made: try again later')

export const traceFailed = (cause: unknown): TraceServiceError =>
  new TraceServiceError('failed', 'the trace could not be made: the thread that makes traces failed', {
    cause,
  })

export const tracesClosed = (): TraceServiceError => new TraceServiceError('closed', 'the node is closed')
