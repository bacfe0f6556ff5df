import type { TraceError } from '../../tracing/output/traceError.ts'
import {
  invalidTraceOptions,
  type RpcError,
  traceImpossible,
  traceNotFound,
  traceTooMuch,
} from '../errors/errors.ts'

/** The error for a trace that cannot be made. */
export function traceFailure({ code, message }: TraceError): RpcError {
  switch (code) {
    case 'unknown-transaction':
    case 'unknown-block':
    case 'unknown-trace':
      return traceNotFound(message)
    case 'bad-options':
      return invalidTraceOptions(message)
    case 'too-large':
    case 'timed-out':
      return traceTooMuch(message)
    case 'state-missing':
      return traceImpossible(message)
  }
}
