import { MessageChannel, Worker } from 'node:worker_threads'
import type { Network } from '../../protocol/networks/network.ts'
import type { Stamp } from '../../store/stamp.ts'
import type { Reader } from '../../store/store.ts'
import { TraceError } from '../output/traceError.ts'
import type { StoreSource, WorkerMessage, WorkerOptions } from './messages.ts'
import { answerCounter, answerFrom } from './remoteReading.ts'
import type { TraceRequest } from './traceRequest.ts'
import { traceFailed, tracesClosed } from './traceServiceError.ts'
import { workerProgram } from './workerProgram.ts'

/** The store that traces read. */
export interface TracedStore {
  readonly reader: Reader
  /** Undefined if the store is in memory. */
  readonly folder: { readonly path: string; readonly stamp: Stamp } | undefined
}

export interface TraceThreadParts {
  readonly network: Network
  readonly store: TracedStore
  readonly maximumLength: number
  readonly maximumBlocks: number
  /** Called when a job has ended and the thread is free. */
  readonly onFree: (thread: TraceThread) => void
  /** Called when the thread has ended. */
  readonly onGone: (thread: TraceThread) => void
  readonly onError: (error: unknown) => void
}

/** A worker that does not stop within this time is terminated; a single precompiled contract can be slow. */
const stopTimeoutMs = 5_000
const heapMegabytes = 1024

/** A worker thread that runs one job at a time. */
export class TraceThread {
  readonly #parts: TraceThreadParts
  readonly #worker: Worker
  readonly #closeSource: () => void
  #request: TraceRequest | undefined
  #stopTimer: NodeJS.Timeout | undefined
  #failure: unknown

  constructor(parts: TraceThreadParts) {
    this.#parts = parts
    const { source, close } = openSource(parts.store)
    this.#closeSource = close
    const { network, maximumLength, maximumBlocks } = parts
    const setup: WorkerOptions = { network, source, maximumLength, maximumBlocks }
    this.#worker = new Worker(workerProgram(), {
      name: 'cambium traces',
      workerData: setup,
      transferList: source.kind === 'memory' ? [source.port] : [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message))
    this.#worker.on('error', (error) => {
      this.#failure = error
    })
    this.#worker.on('exit', () => this.#end())
  }

  /** Must not be called while a job runs. */
  start(request: TraceRequest): void {
    this.#request = request
    request.started()
    // An idle thread must not keep the process alive.
    this.#worker.ref()
    this.#worker.postMessage(request.message)
  }

  /** Terminates the worker if it does not end a stopped request in time. */
  stop(request: TraceRequest): void {
    if (this.#request !== request) return
    this.#stopTimer = setTimeout(() => void this.#worker.terminate(), stopTimeoutMs)
  }

  close(): void {
    this.#request?.end(tracesClosed())
    this.#closeSource()
    void this.#worker.terminate()
  }

  #receive(message: WorkerMessage): void {
    const request = this.#request
    if (typeof message === 'string') {
      request?.pieces.add(message)
      return
    }
    clearTimeout(this.#stopTimer)
    this.#request = undefined
    this.#worker.unref()
    request?.executed(message.gas)
    request?.end(this.#failureOf(message))
    this.#parts.onFree(this)
  }

  #failureOf(message: Exclude<WorkerMessage, string>): Error | undefined {
    switch (message.ending) {
      case 'complete':
      case 'stopped':
        return undefined
      case 'refused':
        return new TraceError(message.code, message.message)
      case 'failed':
        this.#parts.onError(message.error)
        return traceFailed(message.error)
    }
  }

  #end(): void {
    clearTimeout(this.#stopTimer)
    this.#closeSource()
    this.#request?.end(traceFailed(this.#failure))
    if (this.#failure !== undefined) this.#parts.onError(this.#failure)
    this.#parts.onGone(this)
  }
}

function openSource({ reader, folder }: TracedStore): { source: StoreSource; close: () => void } {
  if (folder !== undefined) {
    return { source: { kind: 'folder', ...folder }, close: () => {} }
  }
  const { port1, port2 } = new MessageChannel()
  const answered = answerCounter()
  answerFrom(reader, port1, answered)
  return { source: { kind: 'memory', port: port2, answered }, close: () => port1.close() }
}
