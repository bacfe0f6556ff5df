import type { Hash } from '../primitives/bytes.ts'
import type { RemoteCall } from '../remote/jsonAnswers.ts'
import type { CallAnswer } from '../upstream/answers/fields.ts'

export const maximumEndpoints = 8

/** The untrusted endpoints of a light client. */
export interface LightEndpoints {
  /**
   * Asks one endpoint after the other until the answers of one pass `settle`, which throws an `EndpointFault` or
   * `DecodeError` for answers that cannot be used. An endpoint that lies is put aside with the reason. Rejects with an
   * `UpstreamError` that names the last endpoint and its fault when none is left.
   */
  ask<Result>(
    calls: readonly RemoteCall[],
    settle: (answers: readonly CallAnswer[]) => Result,
  ): Promise<Result>
  /** Sends the calls to every endpoint, and resolves with the first answers without an error, else the first error. */
  askAll(calls: readonly RemoteCall[]): Promise<readonly CallAnswer[]>
  readonly states: readonly EndpointState[]
  close(): void
}

export interface EndpointState {
  /** The endpoint without its keys. */
  readonly shown: string
  readonly standing: 'good' | 'waiting' | 'aside'
  /** Why it is not asked. */
  readonly reason: string | undefined
  /** The newest header that it has shown with its work. */
  readonly headNumber: number | undefined
  readonly headHash: Hash | undefined
  readonly latencyMs: number | undefined
}
