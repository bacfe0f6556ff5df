import { reasonOf } from '../../primitives/errors.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { type FailureKind, NodeFailure } from '../../remote/nodeFailure.ts'
import { UpstreamError, type UpstreamProblem } from '../upstreamError.ts'

/** Failures that a developer sees under another name. */
const problems: Partial<Record<FailureKind, UpstreamProblem>> = {
  timeout: 'timeout',
  malformed: 'malformed',
  'too-long': 'malformed',
  status: 'refused',
  refused: 'refused',
  unauthorised: 'unauthorised',
  'rate-limited': 'rate-limited',
}

/** Why calls to an endpoint failed. */
export function upstreamErrorOf(error: unknown, calls: readonly RemoteCall[]): UpstreamError {
  if (!(error instanceof NodeFailure))
    return new UpstreamError('unreachable', `the endpoint cannot be asked (${reasonOf(error)})`)
  const { kind, message, waitMs, isUntouched } = error
  const isUnknown = !isUntouched && calls.some(({ isOnce }) => isOnce)
  return new UpstreamError(isUnknown ? 'unknown-outcome' : (problems[kind] ?? 'unreachable'), message, waitMs)
}
