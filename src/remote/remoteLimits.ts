export interface RemoteLimits {
  /** Attempts of each batch. */
  readonly attempts: number
  /** For one attempt. */
  readonly attemptMs: number
  /** For all attempts and pauses of one `ask`; a longer `Retry-After` is not waited for. */
  readonly totalMs: number
  /** Of answers whose values are read. */
  readonly maximumAnswerBytes: number
  /** Of answers that are passed on as text. */
  readonly maximumTextBytes: number
  /** Of all answers that are received whole at once. */
  readonly maximumBytesAtOnce: number
  /** Calls in one batch; fewer once the endpoint has refused a batch. */
  readonly batchSize: number
  /** Batches under way at once. */
  readonly connections: number
}

export const defaultRemoteLimits: RemoteLimits = {
  attempts: 5,
  attemptMs: 20_000,
  totalMs: 60_000,
  maximumAnswerBytes: 64 << 20,
  maximumTextBytes: 64 << 20,
  maximumBytesAtOnce: 256 << 20,
  batchSize: 100,
  connections: 4,
}
