import type { RemoteAnswer, RemoteCall, RemoteText } from '../../remote/jsonAnswers.ts'
import type { RemoteLimits } from '../../remote/remoteLimits.ts'
import type { UpstreamError } from '../upstreamError.ts'

export interface FetchOptions {
  readonly url: string
  readonly limits: RemoteLimits
  readonly headers: Readonly<Record<string, string>>
}

export interface FetchFunctions {
  fetch(job: FetchJob): Promise<FetchResult>
}

export interface FetchJob {
  readonly calls: readonly RemoteCall[]
  /** Whether the caller wants the JSON texts of results. */
  readonly asText: boolean
  /** Undefined for the thread's own headers. */
  readonly headers: Readonly<Record<string, string>> | undefined
}

export type FetchFailure = Pick<UpstreamError, 'code' | 'what' | 'waitMs'>

/** The outcome of a job. */
export interface FetchResult {
  readonly answers?: readonly RemoteAnswer[]
  /** Of a job that wants texts. */
  readonly texts?: readonly RemoteText[]
  readonly failure?: FetchFailure
}
