import { reasonOf } from '../../primitives/errors.ts'
import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { textOf } from '../endpoint/jsonAnswers.ts'
import { UpstreamError } from '../endpoint/upstreamError.ts'
import type { FetchFailure, FetchFunctions, FetchJob, FetchOptions, FetchResult } from './fetchFunctions.ts'

/* The program of the thread that owns the connections to an endpoint. */

const side = new ThreadSide<FetchFunctions, never, FetchOptions>()
const { url, limits, headers } = side.data
const endpoint = new Endpoint({ url: new URL(url), limits, headers })

const failureOf = (error: unknown): FetchFailure =>
  error instanceof UpstreamError
    ? { code: error.code, what: error.what, waitMs: error.waitMs }
    : { code: 'unreachable', what: `the endpoint cannot be asked (${reasonOf(error)})`, waitMs: undefined }

function fetch({ calls, asText, headers: own }: FetchJob): Promise<FetchResult> {
  const maximumBytes = asText ? limits.maximumTextBytes : limits.maximumAnswerBytes
  return endpoint.ask(calls, own, maximumBytes).then(
    (answers) => (asText ? { texts: answers.map(textOf) } : { answers }),
    (error: unknown) => ({ failure: failureOf(error) }),
  )
}

side.offer({ fetch })
