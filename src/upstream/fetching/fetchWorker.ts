import { reasonOf } from '../../primitives/errors.ts'
import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { textOf } from '../../remote/jsonAnswers.ts'
import { type FailureKind, NodeFailure } from '../../remote/nodeFailure.ts'
import { RemoteNode } from '../../remote/remoteNode.ts'
import type { UpstreamProblem } from '../upstreamError.ts'
import type { FetchFailure, FetchFunctions, FetchJob, FetchOptions, FetchResult } from './fetchFunctions.ts'

/* The program of the thread that owns the connections to an endpoint. */

const side = new ThreadSide<FetchFunctions, never, FetchOptions>()
const { url, limits, headers } = side.data
const node = new RemoteNode({ url: new URL(url), limits })

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

function failureOf(error: unknown): FetchFailure {
  if (!(error instanceof NodeFailure))
    return {
      code: 'unreachable',
      what: `the endpoint cannot be asked (${reasonOf(error)})`,
      waitMs: undefined,
    }
  return { code: problems[error.kind] ?? 'unreachable', what: error.message, waitMs: error.waitMs }
}

function fetch({ calls, asText, headers: own = headers }: FetchJob): Promise<FetchResult> {
  const maximumBytes = asText ? limits.maximumTextBytes : limits.maximumAnswerBytes
  return node.ask(calls, { headers: own, maximumBytes }).then(
    (answers) => (asText ? { texts: answers.map(textOf) } : { answers }),
    (error: unknown) => ({ failure: failureOf(error) }),
  )
}

side.offer({ fetch })
