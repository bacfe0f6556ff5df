import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { type RemoteCall, textOf } from '../../remote/jsonAnswers.ts'
import { openEndpoint } from '../../remote/openEndpoint.ts'
import type { FetchFailure, FetchFunctions, FetchJob, FetchOptions, FetchResult } from './fetchFunctions.ts'
import { upstreamErrorOf } from './upstreamErrorOf.ts'

/* The program of the thread that owns the connections to an endpoint. */

const side = new ThreadSide<FetchFunctions, never, FetchOptions>()
const { url, limits, headers } = side.data
const node = openEndpoint({ url: new URL(url), limits })

function failureOf(error: unknown, calls: readonly RemoteCall[]): FetchFailure {
  const { code, what, waitMs } = upstreamErrorOf(error, calls)
  return { code, what, waitMs }
}

function fetch({ calls, asText, headers: own = headers }: FetchJob): Promise<FetchResult> {
  const maximumBytes = asText ? limits.maximumTextBytes : limits.maximumAnswerBytes
  return node.ask(calls, { headers: own, maximumBytes }).then(
    (answers) => (asText ? { texts: answers.map(textOf) } : { answers }),
    (error: unknown) => ({ failure: failureOf(error, calls) }),
  )
}

side.offer({ fetch })
