import type { Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import type { RemoteNode } from '../../remote/remoteNode.ts'
import { answersTo, type CallAnswer, EndpointFault, fromEndpoint } from '../../upstream/answers/fields.ts'
import { upstreamErrorOf } from '../../upstream/fetching/upstreamErrorOf.ts'
import { UpstreamError, type UpstreamProblem } from '../../upstream/upstreamError.ts'

/** The newest header that an endpoint has shown with its work. */
export interface ShownHead {
  readonly number: number
  readonly hash: Hash
}

/** A false endpoint is asked again after this time: the fault may have been a proxy's, or the client's own. */
const asideMs = 3_600_000
/** The first pause after a failure; each further one is twice as long. */
const firstPauseMs = 1_000
const maximumPauseMs = 60_000
/** Bounds of what `Retry-After` may ask for. */
const [minimumRetryMs, maximumRetryMs] = [1_000, 300_000]
/** Requests with more calls are left out of the latency: their time depends on what they ask for. */
const maximumTimedCalls = 8
/** Part of a new measurement in the kept latency. */
const newPart = 0.3

/** Faults that an honest node does not have; after others another endpoint is asked. */
const lies: ReadonlySet<UpstreamProblem> = new Set(['unproven', 'malformed', 'wrong-network'])

export const closedConnections = (): UpstreamError =>
  new UpstreamError('unreachable', 'the connections to the endpoints were closed')

/** One endpoint: what it answers, how fast, and whether it may be asked. */
export class Endpoint {
  /** Without its keys. */
  readonly shown: string
  /** Its newest header; undefined before it has shown one. */
  head: ShownHead | undefined
  /** Whether it has `debug_getRawHeader`; undefined before it was asked. */
  givesRawHeaders: boolean | undefined
  readonly #node: RemoteNode
  readonly #nowMs: () => number
  #latencyMs: number | undefined
  #failures = 0
  #hindrance: { readonly isFalse: boolean; readonly reason: string; readonly endMs: number } | undefined

  constructor(node: RemoteNode, nowMs: () => number) {
    this.#node = node
    this.shown = node.shown
    this.#nowMs = nowMs
  }

  get latencyMs(): number | undefined {
    return this.#latencyMs
  }

  /** Whether its last answer failed. */
  get hasFailed(): boolean {
    return this.#failures > 0
  }

  /** Milliseconds until it may be asked; 0 when it may be asked now. */
  get waitMs(): number {
    return Math.max(0, (this.#hindrance?.endMs ?? 0) - this.#nowMs())
  }

  get standing(): 'good' | 'waiting' | 'aside' {
    if (this.waitMs === 0) return 'good'
    return this.#hindrance?.isFalse === true ? 'aside' : 'waiting'
  }

  /** Why it is not asked. */
  get reason(): string | undefined {
    return this.waitMs === 0 ? undefined : this.#hindrance?.reason
  }

  /** Rejects with an `UpstreamError`; an answer that `settle` refuses as false puts the endpoint aside. */
  async ask<Result>(
    calls: readonly RemoteCall[],
    settle: (answers: readonly CallAnswer[]) => Result,
    signal?: AbortSignal,
  ): Promise<Result> {
    const startMs = performance.now()
    let answers: readonly CallAnswer[]
    try {
      answers = answersTo(calls, await this.#node.ask(calls, { signal }), (what) => this.putAside(what))
    } catch (error) {
      const failure = upstreamErrorOf(error, calls)
      if (signal?.aborted !== true) this.#fail(failure)
      throw failure
    }
    this.#failures = 0
    if (calls.length <= maximumTimedCalls) this.#time(performance.now() - startMs)
    return this.settle(() => settle(answers))
  }

  /** Reads answers; a false one puts the endpoint aside. Throws an `UpstreamError`. */
  settle<Result>(read: () => Result): Result {
    try {
      return read()
    } catch (error) {
      const isFalse = error instanceof DecodeError || (error instanceof EndpointFault && lies.has(error.code))
      return fromEndpoint(this.shown, () => {
        if (isFalse)
          this.putAside(
            error instanceof DecodeError ? `gives a wrong value: ${error.message}` : error.message,
          )
        throw error
      })
    }
  }

  /** `reason` follows the name of the endpoint. */
  putAside(reason: string): void {
    this.#hindrance = { isFalse: true, reason, endMs: this.#nowMs() + asideMs }
  }

  close(): void {
    this.#node.close()
  }

  #time(ms: number): void {
    this.#latencyMs = this.#latencyMs === undefined ? ms : (1 - newPart) * this.#latencyMs + newPart * ms
  }

  #fail({ what, waitMs }: UpstreamError): void {
    this.#failures++
    // An answer to another request was false: that counts for longer.
    if (this.standing === 'aside') return
    const pauseMs =
      waitMs === undefined
        ? Math.min(maximumPauseMs, firstPauseMs * 2 ** (this.#failures - 1))
        : Math.min(maximumRetryMs, Math.max(minimumRetryMs, waitMs))
    const reason = what.replace(`the endpoint ${this.shown} `, '')
    this.#hindrance = { isFalse: false, reason, endMs: this.#nowMs() + pauseMs }
  }
}
