import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads'
import { startThread } from '../../primitives/threads/startThread.ts'
import { defaultEndpointLimits, type EndpointLimits } from '../endpoint/endpointLimits.ts'
import { shownEndpoint } from '../endpoint/endpointUrl.ts'
import type { UpstreamAnswer, UpstreamCall, UpstreamText } from '../endpoint/jsonAnswers.ts'
import { UpstreamError } from '../endpoint/upstreamError.ts'
import type { FetchJob, FetchOptions, FetchResult } from './messages.ts'

const program = 'upstream/fetching/fetchWorker.ts'

type Headers = Readonly<Record<string, string>>

/** Asks an endpoint. The core below the RPC line is synchronous, so it can wait for the answers. */
export interface Fetcher {
  /** The endpoint as people may see it. */
  readonly shown: string
  /** HTTP requests sent so far. */
  readonly requests: number
  /** `headers` replace those of the thread. Rejects with an `UpstreamError`. */
  ask(calls: readonly UpstreamCall[], headers?: Headers): Promise<readonly UpstreamAnswer[]>
  /** Blocks this thread until the answers are here. Throws an `UpstreamError`. */
  askAndWait(calls: readonly UpstreamCall[]): readonly UpstreamAnswer[]
  close(): void
}

export interface FetchThreadParts {
  readonly url: URL
  readonly limits?: Partial<EndpointLimits>
  readonly headers?: Headers
}

interface Pending {
  resolve(result: FetchResult): void
  reject(error: Error): void
}

/** A running thread, and the port on which its results arrive. */
interface Running {
  readonly worker: Worker
  readonly port: MessagePort
}

/** Time for the thread to start and to report, beyond the limit of the endpoint itself. */
const graceMs = 10_000
/** Memory for the values that the thread parses, enough for several of the longest answers; a thread that needs more ends. */
const heapMiB = 1_024
/** After a thread has ended, another one is started not earlier than this. */
const restartMs = 1_000

/**
 * A thread that owns the connections to an endpoint. Answers arrive as messages on a port: the event loop delivers them
 * to `ask`, and `askAndWait` takes them from the port while the event loop of this thread stands still. A thread that
 * fails takes the calls under way with it; the next call starts another one.
 */
export class FetchThread implements Fetcher {
  readonly shown: string
  readonly #parts: FetchThreadParts
  readonly #limits: EndpointLimits
  readonly #sent = new Int32Array(new SharedArrayBuffer(4))
  readonly #pending = new Map<number, Pending>()
  readonly #arrived = new Map<number, FetchResult>()
  #running: Running | undefined
  #failure: UpstreamError | undefined
  #restartAtMs = Number.NEGATIVE_INFINITY
  #nextId = 0
  /** Of the running thread, and of those before it. */
  #requests = 0
  #earlierRequests = 0

  constructor(parts: FetchThreadParts) {
    this.shown = shownEndpoint(parts.url)
    this.#parts = parts
    this.#limits = { ...defaultEndpointLimits, ...parts.limits }
    this.#running = this.#start()
  }

  get requests(): number {
    return this.#earlierRequests + this.#requests
  }

  async ask(calls: readonly UpstreamCall[], headers?: Headers): Promise<readonly UpstreamAnswer[]> {
    return calls.length === 0 ? [] : answersOf(await this.#result(calls, false, headers))
  }

  /** As `ask`; the results are the texts that they had. */
  async askForTexts(calls: readonly UpstreamCall[], headers?: Headers): Promise<readonly UpstreamText[]> {
    const result = await this.#result(calls, true, headers)
    return result.texts ?? fail(result)
  }

  askAndWait(calls: readonly UpstreamCall[]): readonly UpstreamAnswer[] {
    if (calls.length === 0) return []
    const { port } = this.#thread()
    const id = this.#send(port, calls, false)
    const endMs = performance.now() + this.#limits.totalMs + graceMs
    for (;;) {
      const seen = Atomics.load(this.#sent, 0)
      this.#drain(port)
      const result = this.#arrived.get(id)
      if (result !== undefined) {
        this.#arrived.delete(id)
        return answersOf(result)
      }
      const remainingMs = endMs - performance.now()
      if (remainingMs <= 0)
        throw new UpstreamError('timeout', `the endpoint ${this.shown} did not answer in time`)
      Atomics.wait(this.#sent, 0, seen, remainingMs)
    }
  }

  close(): void {
    this.#restartAtMs = Number.POSITIVE_INFINITY
    if (this.#running !== undefined) this.#end(this.#running, 'the connection was closed')
  }

  #start(): Running {
    const { url, headers = {} } = this.#parts
    const { port1: port, port2 } = new MessageChannel()
    const workerData: FetchOptions = {
      url: url.href,
      limits: this.#limits,
      headers,
      port: port2,
      sent: this.#sent.buffer as SharedArrayBuffer,
    }
    const worker = startThread(program, {
      name: 'cambium fetch',
      workerData,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    })
    const running = { worker, port }
    worker.unref()
    worker.on('error', (error) => this.#end(running, `the thread failed (${error.message})`))
    worker.on('exit', () => this.#end(running, 'the thread ended'))
    port.on('message', (result: FetchResult) => this.#deliver(running, result))
    port.unref()
    return running
  }

  /** The running thread, or a new one. Throws an `UpstreamError` when the last one ended a moment ago. */
  #thread(): Running {
    if (this.#running === undefined && performance.now() < this.#restartAtMs) throw this.#failure
    this.#running ??= this.#start()
    return this.#running
  }

  async #result(calls: readonly UpstreamCall[], asText: boolean, headers?: Headers): Promise<FetchResult> {
    const { port } = this.#thread()
    return new Promise((resolve, reject) => {
      this.#pending.set(this.#send(port, calls, asText, headers), { resolve, reject })
      port.ref()
    })
  }

  #send(port: MessagePort, calls: readonly UpstreamCall[], asText: boolean, headers?: Headers): number {
    const id = this.#nextId++
    const job: FetchJob = { id, calls, asText, headers }
    port.postMessage(job)
    return id
  }

  #drain(port: MessagePort): void {
    for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
      this.#deliver(this.#running, received.message)
    }
  }

  /** Answers to `ask` settle its promise, those to `askAndWait` are kept for it. */
  #deliver(running: Running | undefined, result: FetchResult): void {
    this.#requests = result.requests
    const pending = this.#pending.get(result.id)
    if (pending === undefined) {
      this.#arrived.set(result.id, result)
      return
    }
    this.#pending.delete(result.id)
    if (this.#pending.size === 0) running?.port.unref()
    pending.resolve(result)
  }

  #end(running: Running, why: string): void {
    if (running !== this.#running) return
    this.#running = undefined
    this.#failure = new UpstreamError('unreachable', `the endpoint ${this.shown} cannot be asked: ${why}`)
    this.#restartAtMs = Math.max(this.#restartAtMs, performance.now() + restartMs)
    this.#earlierRequests += this.#requests
    this.#requests = 0
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
    this.#arrived.clear()
    running.port.close()
    void running.worker.terminate()
  }
}

const answersOf = (result: FetchResult): readonly UpstreamAnswer[] => result.answers ?? fail(result)

function fail({ failure }: FetchResult): never {
  const { code = 'unreachable', what = 'the endpoint cannot be asked', waitMs } = failure ?? {}
  throw new UpstreamError(code, what, waitMs)
}
