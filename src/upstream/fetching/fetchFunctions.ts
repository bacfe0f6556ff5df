import type { EndpointLimits } from '../endpoint/endpointLimits.ts'
import type { UpstreamAnswer, UpstreamCall, UpstreamText } from '../endpoint/jsonAnswers.ts'
import type { UpstreamProblem } from '../endpoint/upstreamError.ts'

export interface FetchOptions {
  readonly url: string
  readonly limits: EndpointLimits
  readonly headers: Readonly<Record<string, string>>
}

export interface FetchFunctions {
  fetch(job: FetchJob): Promise<FetchResult>
}

export interface FetchJob {
  readonly calls: readonly UpstreamCall[]
  /** Whether the caller wants the JSON texts of results. */
  readonly asText: boolean
  /** Undefined for the thread's own headers. */
  readonly headers: Readonly<Record<string, string>> | undefined
}

export interface FetchFailure {
  readonly code: UpstreamProblem
  readonly what: string
  readonly waitMs: number | undefined
}

/** The outcome of a job. */
export interface FetchResult {
  readonly answers?: readonly UpstreamAnswer[]
  /** Of a job that wants texts. */
  readonly texts?: readonly UpstreamText[]
  readonly failure?: FetchFailure
}
