import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads'
import { startThread } from '../../primitives/threads/startThread.ts'
import { defaultEndpointLimits, type EndpointLimits } from '../endpoint/endpoint.ts'
import { shownEndpoint } from '../endpoint/endpointUrl.ts'
import type { UpstreamAnswer, UpstreamCall } from '../endpoint/jsonAnswers.ts'
import { UpstreamError } from '../endpoint/upstreamError.ts'
import type { FetchJob, FetchOptions, FetchResult } from './messages.ts'

const program = { source: 'upstream/fetching/fetchWorker.ts', built: 'upstream/fetchWorker.cjs' }

/** Asks an endpoint. The core below the RPC line is synchronous, so it can wait for the answers. */
export interface Fetcher {
  /** The endpoint as people may see it. */
  readonly shown: string
  /** HTTP requests sent so far. */
  readonly requests: number
  /** `headers` replace those of the thread. Rejects with an `UpstreamError`. */
  ask(
    calls: readonly UpstreamCall[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<readonly UpstreamAnswer[]>
  /** Blocks this thread until the answers are here. Throws an `UpstreamError`. */
  askAndWait(calls: readonly UpstreamCall[]): readonly UpstreamAnswer[]
  close(): void
}

export interface FetchThreadParts {
  readonly url: URL
  readonly limits?: Partial<EndpointLimits>
  readonly headers?: Readonly<Record<string, string>>
}

interface Pending {
  resolve(answers: readonly UpstreamAnswer[]): void
  reject(error: Error): void
}

/** Time for the thread to start and to report, beyond the limit of the endpoint itself. */
const graceMs = 10_000

/**
 * A thread that owns the connections to an endpoint. Answers arrive as messages on a port: the event loop delivers them
 * to `ask`, and `askAndWait` takes them from the port while the event loop of this thread stands still.
 */
export class FetchThread implements Fetcher {
  readonly shown: string
  readonly #limits: EndpointLimits
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #sent = new Int32Array(new SharedArrayBuffer(4))
  readonly #pending = new Map<number, Pending>()
  readonly #arrived = new Map<number, FetchResult>()
  #failure: UpstreamError | undefined
  #nextId = 0
  #requests = 0

  constructor({ url, limits = {}, headers = {} }: FetchThreadParts) {
    this.shown = shownEndpoint(url)
    this.#limits = { ...defaultEndpointLimits, ...limits }
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    const workerData: FetchOptions = {
      url: url.href,
      limits: this.#limits,
      headers,
      port: port2,
      sent: this.#sent.buffer as SharedArrayBuffer,
    }
    this.#worker = startThread(program, {
      name: 'cambium fetch',
      workerData,
      transferList: [port2],
    })
    this.#worker.unref()
    this.#worker.on('error', (error) => this.#end(`cannot be asked: the thread failed (${error.message})`))
    this.#worker.on('exit', () => this.#end('cannot be asked: the connection was closed'))
    this.#port.on('message', (result: FetchResult) => this.#deliver(result))
    this.#port.unref()
  }

  get requests(): number {
    return this.#requests
  }

  ask(
    calls: readonly UpstreamCall[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<readonly UpstreamAnswer[]> {
    if (calls.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure)
      this.#pending.set(this.#send(calls, headers), { resolve, reject })
      this.#port.ref()
    })
  }

  askAndWait(calls: readonly UpstreamCall[]): readonly UpstreamAnswer[] {
    if (calls.length === 0) return []
    if (this.#failure !== undefined) throw this.#failure
    const id = this.#send(calls)
    const endMs = performance.now() + this.#limits.totalMs + graceMs
    for (;;) {
      const seen = Atomics.load(this.#sent, 0)
      this.#drain()
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
    this.#end('cannot be asked: the connection was closed')
    this.#port.close()
    void this.#worker.terminate()
  }

  #send(calls: readonly UpstreamCall[], headers?: Readonly<Record<string, string>>): number {
    const id = this.#nextId++
    const job: FetchJob = { id, calls, headers }
    this.#port.postMessage(job)
    return id
  }

  #drain(): void {
    for (
      let received = receiveMessageOnPort(this.#port);
      received;
      received = receiveMessageOnPort(this.#port)
    ) {
      this.#deliver(received.message)
    }
  }

  /** Answers to `ask` settle its promise, those to `askAndWait` are kept for it. */
  #deliver(result: FetchResult): void {
    this.#requests = result.requests
    const pending = this.#pending.get(result.id)
    if (pending === undefined) {
      this.#arrived.set(result.id, result)
      return
    }
    this.#pending.delete(result.id)
    if (this.#pending.size === 0) this.#port.unref()
    try {
      pending.resolve(answersOf(result))
    } catch (error) {
      pending.reject(error as UpstreamError)
    }
  }

  #end(what: string): void {
    this.#failure ??= new UpstreamError('unreachable', `the endpoint ${this.shown} ${what}`)
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
  }
}

function answersOf({ answers, failure }: FetchResult): readonly UpstreamAnswer[] {
  if (answers !== undefined) return answers
  const { code = 'unreachable', what = 'the endpoint cannot be asked', waitMs } = failure ?? {}
  throw new UpstreamError(code, what, waitMs)
}
