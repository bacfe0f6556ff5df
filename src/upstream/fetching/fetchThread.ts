import { reasonOf } from '../../primitives/errors.ts'
import { Thread, ThreadGone } from '../../primitives/threads/thread.ts'
import { shownEndpoint } from '../../remote/endpointUrl.ts'
import type { RemoteAnswer, RemoteCall, RemoteText } from '../../remote/jsonAnswers.ts'
import { defaultRemoteLimits, type RemoteLimits } from '../../remote/remoteLimits.ts'
import { UpstreamError } from '../upstreamError.ts'
import type { FetchFunctions, FetchOptions, FetchResult } from './fetchFunctions.ts'

const program = 'upstream/fetching/fetchWorker.ts'

type Headers = Readonly<Record<string, string>>

/** Asks an endpoint. The core below the RPC line is synchronous, so it can wait for the answers. */
export interface Fetcher {
  /** The endpoint without its keys. */
  readonly shown: string
  /** `headers` replace those of the thread. Rejects with an `UpstreamError`. */
  ask(calls: readonly RemoteCall[], headers?: Headers): Promise<readonly RemoteAnswer[]>
  /** Blocks this thread until the answers arrive. Throws an `UpstreamError`. */
  askAndWait(calls: readonly RemoteCall[]): readonly RemoteAnswer[]
  close(): void
}

export interface FetchThreadParts {
  readonly url: URL
  readonly limits?: Partial<RemoteLimits>
  readonly headers?: Headers
}

/** Time for the thread to start and to report, beyond the limit of the endpoint itself. */
const graceMs = 10_000
/** Maximum heap of the thread, for the values of several answers of maximum length; a thread that needs more ends. */
const heapMiB = 1_024
/** Minimum time between the end of a thread and the start of the next. */
const restartMs = 1_000

/**
 * A thread that owns the connections to an endpoint. When it fails, the calls under way fail too; the next call starts
 * another thread.
 */
export class FetchThread implements Fetcher {
  readonly shown: string
  readonly #parts: FetchThreadParts
  readonly #limits: RemoteLimits
  #thread: Thread<FetchFunctions>
  #restartAtMs = Number.POSITIVE_INFINITY

  constructor(parts: FetchThreadParts) {
    this.shown = shownEndpoint(parts.url)
    this.#parts = parts
    this.#limits = { ...defaultRemoteLimits, ...parts.limits }
    this.#thread = this.#start()
  }

  async ask(calls: readonly RemoteCall[], headers?: Headers): Promise<readonly RemoteAnswer[]> {
    return calls.length === 0 ? [] : answersOf(await this.#result(calls, false, headers))
  }

  /** Like `ask`, with the JSON text of each result. */
  async askForTexts(calls: readonly RemoteCall[], headers?: Headers): Promise<readonly RemoteText[]> {
    const result = await this.#result(calls, true, headers)
    return result.texts ?? fail(result)
  }

  askAndWait(calls: readonly RemoteCall[]): readonly RemoteAnswer[] {
    if (calls.length === 0) return []
    const result = this.#wait(calls)
    if (result === undefined)
      throw new UpstreamError('timeout', `the endpoint ${this.shown} did not answer in time`)
    return answersOf(result)
  }

  #wait(calls: readonly RemoteCall[]): FetchResult | undefined {
    const job = { calls, asText: false, headers: undefined }
    try {
      return this.#running().askAndWait('fetch', job, this.#limits.totalMs + graceMs)
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  close(): void {
    this.#restartAtMs = Number.POSITIVE_INFINITY
    this.#thread.terminate(new ThreadGone('the connection was closed'))
  }

  #start(): Thread<FetchFunctions> {
    const { url, headers = {} } = this.#parts
    const data: FetchOptions = { url: url.href, limits: this.#limits, headers }
    return new Thread<FetchFunctions>({
      name: 'cambium fetch',
      program,
      data,
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
      onEnd: () => {
        this.#restartAtMs = performance.now() + restartMs
      },
    })
  }

  /** The running thread, or a new one when the last one ended a while ago. */
  #running(): Thread<FetchFunctions> {
    if (!this.#thread.isOpen && performance.now() >= this.#restartAtMs) this.#thread = this.#start()
    return this.#thread
  }

  async #result(calls: readonly RemoteCall[], asText: boolean, headers?: Headers): Promise<FetchResult> {
    try {
      return await this.#running().ask('fetch', { calls, asText, headers })
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  /** The thread has ended. */
  #unreachable(reason: unknown): UpstreamError {
    const what = `the endpoint ${this.shown} cannot be asked: ${reasonOf(reason)}`
    return new UpstreamError('unreachable', what)
  }
}

const answersOf = (result: FetchResult): readonly RemoteAnswer[] => result.answers ?? fail(result)

function fail({ failure }: FetchResult): never {
  const { code = 'unreachable', what = 'the endpoint cannot be asked', waitMs } = failure ?? {}
  throw new UpstreamError(code, what, waitMs)
}
