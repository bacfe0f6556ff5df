import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import type { CallAnswer } from '../../upstream/answers/fields.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import { closedConnections, type Endpoint } from './endpoint.ts'

/** Requests at once; further ones are refused. Each may be sent as several batches. */
const maximumUnderWay = 64

export interface EndpointPoolParts {
  readonly endpoints: readonly Endpoint[]
  /** Time for one question, endpoints that are waited for included. */
  readonly totalMs: number
  readonly nowMs: () => number
  /** Ends early when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * The untrusted endpoints of a light client. Asks the quickest of those that may be asked, and the next one when its answer cannot be
 * used.
 */
export class EndpointPool {
  readonly endpoints: readonly Endpoint[]
  readonly #parts: EndpointPoolParts
  readonly #closing = new AbortController()
  #underWay = 0

  constructor(parts: EndpointPoolParts) {
    this.#parts = parts
    this.endpoints = parts.endpoints
  }

  /**
   * Those that may be asked now, the quickest first; one that was not measured yet is asked before them, and one that failed
   * last after them.
   */
  get ready(): readonly Endpoint[] {
    return this.endpoints
      .filter(({ waitMs }) => waitMs === 0)
      .sort(
        (one, other) =>
          Number(one.hasFailed) - Number(other.hasFailed) || (one.latencyMs ?? 0) - (other.latencyMs ?? 0),
      )
  }

  /**
   * Asks one endpoint after the other until the answers of one pass `settle`, which throws an `EndpointFault` or
   * `DecodeError` for answers that cannot be used. An endpoint that lies is put aside with the reason. Rejects with an
   * `UpstreamError` that names the last endpoint and its fault when none is left.
   */
  ask<Result>(
    calls: readonly RemoteCall[],
    settle: (answers: readonly CallAnswer[]) => Result,
  ): Promise<Result> {
    return this.tryEach((endpoint, signal) => endpoint.ask(calls, settle, signal))
  }

  /** Sends the calls to every endpoint, and resolves with the first answers without an error, else the first error. */
  async askAll(calls: readonly RemoteCall[]): Promise<readonly CallAnswer[]> {
    const { signal } = this.#closing
    const asked = this.endpoints
      .filter(({ standing }) => standing !== 'aside')
      .map((endpoint) => endpoint.ask(calls, (answers) => answers, signal))
    if (asked.length === 0) throw this.#nobodyLeft()
    const answered = asked.map(async (answers) => {
      const received = await answers
      if (received.some(({ isError }) => isError)) throw new Error('an answer is an error')
      return received
    })
    return Promise.any(answered).catch(() => firstOf(asked))
  }

  /** Tries one endpoint after the other. Rejects with the `UpstreamError` of the last one. */
  async tryEach<Result>(
    attempt: (endpoint: Endpoint, signal: AbortSignal) => Promise<Result>,
    first?: Endpoint,
  ): Promise<Result> {
    if (this.#underWay >= maximumUnderWay)
      throw new UpstreamError('busy', `${maximumUnderWay} requests to endpoints are under way`)
    this.#underWay++
    try {
      return await this.#tryEach(attempt, first)
    } finally {
      this.#underWay--
    }
  }

  close(): void {
    this.#closing.abort()
    for (const endpoint of this.endpoints) endpoint.close()
  }

  async #tryEach<Result>(
    attempt: (endpoint: Endpoint, signal: AbortSignal) => Promise<Result>,
    first: Endpoint | undefined,
  ): Promise<Result> {
    const { signal } = this.#closing
    const endMs = this.#parts.nowMs() + this.#parts.totalMs
    const tried = new Set<Endpoint>()
    let last: UpstreamError | undefined
    for (;;) {
      if (signal.aborted) throw closedConnections()
      const untried = this.ready.filter((endpoint) => !tried.has(endpoint))
      const next = first && untried.includes(first) ? first : untried[0]
      if (next !== undefined) {
        tried.add(next)
        try {
          return await attempt(next, signal)
        } catch (error) {
          if (!(error instanceof UpstreamError) || error.code === 'unknown-outcome') throw error
          last = error
        }
        continue
      }
      const waiting = this.endpoints.filter(({ standing }) => standing === 'waiting')
      const waitMs = Math.min(...waiting.map((endpoint) => endpoint.waitMs))
      if (waiting.length === 0 || this.#parts.nowMs() + waitMs > endMs) throw last ?? this.#nobodyLeft()
      await this.#parts.pause(waitMs, signal)
      for (const endpoint of waiting) tried.delete(endpoint)
    }
  }

  #nobodyLeft(): UpstreamError {
    const reasons = this.endpoints.map(({ shown, reason }) => `${shown} ${reason ?? ''}`.trimEnd())
    return new UpstreamError('unreachable', `no endpoint can be asked: ${reasons.join('; ')}`)
  }
}

/** The first answers, which hold an error, or the first failure. */
async function firstOf(asked: readonly Promise<readonly CallAnswer[]>[]): Promise<readonly CallAnswer[]> {
  const settled = await Promise.allSettled(asked)
  const answered = settled.find((outcome) => outcome.status === 'fulfilled')
  if (answered?.status === 'fulfilled') return answered.value
  throw settled.find((outcome) => outcome.status === 'rejected')?.reason
}
