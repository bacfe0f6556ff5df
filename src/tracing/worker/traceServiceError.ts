export type TraceServiceProblem = 'busy' | 'failed' | 'closed'

/** Why a trace could not be made that has nothing to do with the trace itself. */
export class TraceServiceError extends Error {
  override readonly name = 'TraceServiceError'
  readonly problem: TraceServiceProblem

  constructor(problem: TraceServiceProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

export const tooManyTraces = (): TraceServiceError =>
  new TraceServiceError('busy', 'too many traces are being made: ask again later')

export const traceFailed = (cause: unknown): TraceServiceError =>
  new TraceServiceError('failed', 'the trace could not be made: the thread that makes traces failed', {
    cause,
  })

export const tracesClosed = (): TraceServiceError => new TraceServiceError('closed', 'the node is closed')
