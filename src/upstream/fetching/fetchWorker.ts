import { workerData } from 'node:worker_threads'
import { reasonOf } from '../../primitives/errors.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { textOf } from '../endpoint/jsonAnswers.ts'
import { UpstreamError } from '../endpoint/upstreamError.ts'
import type { FetchFailure, FetchJob, FetchOptions, FetchResult } from './messages.ts'

/* The program of the thread that owns the connections to an endpoint: jobs in, their answers out, as they come. */

const { url, limits, headers, port, sent }: FetchOptions = workerData
const endpoint = new Endpoint({ url: new URL(url), limits, headers })
const count = new Int32Array(sent)

const failureOf = (error: unknown): FetchFailure =>
  error instanceof UpstreamError
    ? { code: error.code, what: error.what, waitMs: error.waitMs }
    : { code: 'unreachable', what: `the endpoint cannot be asked (${reasonOf(error)})`, waitMs: undefined }

async function run({ id, calls, asText, headers: own }: FetchJob): Promise<void> {
  const maximumBytes = asText ? limits.maximumTextBytes : limits.maximumAnswerBytes
  const outcome = await endpoint.ask(calls, own, maximumBytes).then(
    (answers) => (asText ? { texts: answers.map(textOf) } : { answers }),
    (error: unknown) => ({ failure: failureOf(error) }),
  )
  const result: FetchResult = { id, requests: endpoint.requests, ...outcome }
  port.postMessage(result)
  Atomics.add(count, 0, 1)
  Atomics.notify(count, 0)
}

port.on('message', (job: FetchJob) => void run(job))
