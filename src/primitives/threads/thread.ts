import { basename } from 'node:path'
import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  type TransferListItem,
  Worker,
  type WorkerOptions,
} from 'node:worker_threads'
import { packageFile } from '../../platform/packageFile.ts'
import type { Question, Reply, ThreadFunctions, ThreadStart } from './threadSide.ts'

export interface ThreadParts<News> {
  readonly name: string
  /** The path of its program below `src/`. */
  readonly program: string
  /** Given to the program at its start. */
  readonly data?: unknown
  readonly resourceLimits?: ResourceLimits
  readonly onNews?: (news: News) => void
  /**
   * Called once when the thread ends without `terminate`: by itself, out of memory or after the time of
   * `expectAnswers`.
   */
  readonly onEnd?: (reason: Error) => void
}

/** The thread has ended and cannot answer. */
export class ThreadGone extends Error {
  override readonly name = 'ThreadGone'
}

/** Part of the name of the bundles that the threads of this process share when they run from sources. */
const processName = `${process.pid}-${Date.now()}`

interface Asked {
  resolve(answer: unknown): void
  reject(failure: unknown): void
}

/**
 * The starter's side of a thread. The starter calls functions that the thread's program offers (`threadSide.ts`) and
 * receives its news. When the thread ends, pending calls reject with the reason. The thread keeps the process alive
 * only while an answer is pending.
 */
export class Thread<Functions extends ThreadFunctions<Functions>, News = never> {
  readonly #parts: ThreadParts<News>
  readonly #worker: Worker
  readonly #port: MessagePort
  /** Counts the messages of the thread, for a starter that waits with `Atomics.wait`. */
  readonly #sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #asked = new Map<number, Asked>()
  #nextId = 0
  #failure: Error | undefined
  #end: Error | undefined
  #stopTimer: NodeJS.Timeout | undefined

  constructor(parts: ThreadParts<News>) {
    this.#parts = parts
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    const workerData: ThreadStart = { port: port2, sent: this.#sent, data: parts.data }
    const { name, program, resourceLimits = {} } = parts
    this.#worker = startWorker(program, { name, workerData, transferList: [port2], resourceLimits })
    this.#worker.unref()
    this.#worker.on('error', (error) => {
      this.#failure = error
    })
    this.#worker.on('exit', () => this.#exited())
    port1.on('message', (reply: Reply) => this.#receive(reply))
    port1.unref()
  }

  /** Whether the thread can be asked. */
  get isOpen(): boolean {
    return this.#end === undefined
  }

  /** Calls a function of the thread. Rejects with the error of the function, or when the thread ends. */
  ask<Name extends keyof Functions & string>(
    name: Name,
    argument: Parameters<Functions[Name]>[0],
    transferred: readonly TransferListItem[] = [],
  ): Promise<Awaited<ReturnType<Functions[Name]>>> {
    return new Promise((resolve, reject) => {
      this.#send(name, argument, { resolve, reject }, transferred)
    })
  }

  /** The same, but blocks the calling thread until the answer arrives. Undefined after the time limit. */
  askAndWait<Name extends keyof Functions & string>(
    name: Name,
    argument: Parameters<Functions[Name]>[0],
    timeoutMs: number,
  ): Awaited<ReturnType<Functions[Name]>> | undefined {
    type Answer = Awaited<ReturnType<Functions[Name]>>
    const waiting: { outcome?: () => Answer } = {}
    const id = this.#send(name, argument, {
      resolve(answer: Answer) {
        waiting.outcome = () => answer
      },
      reject(failure) {
        waiting.outcome = () => {
          throw failure
        }
      },
    })
    const endMs = performance.now() + timeoutMs
    while (waiting.outcome === undefined) {
      const seen = Atomics.load(this.#sent, 0)
      this.#receiveAll()
      if (waiting.outcome !== undefined) break
      const remainingMs = endMs - performance.now()
      if (remainingMs <= 0) {
        this.#take(id)
        return undefined
      }
      Atomics.wait(this.#sent, 0, seen, remainingMs)
    }
    return waiting.outcome()
  }

  /** Calls a function of the thread without an answer; when it throws, the thread ends. */
  tell<Name extends keyof Functions & string>(
    name: Name,
    argument: Parameters<Functions[Name]>[0],
    transferred: readonly TransferListItem[] = [],
  ): void {
    const question: Question = { id: undefined, name, argument }
    this.#port.postMessage(question, transferred)
  }

  /** Terminates the thread unless it has answered everything within this time. */
  expectAnswers(timeoutMs: number): void {
    if (this.#asked.size === 0) return
    this.#stopTimer ??= setTimeout(() => void this.#worker.terminate(), timeoutMs)
  }

  /** Terminates the thread at once; it has no more news. */
  terminate(reason: Error = new ThreadGone(`the thread ${this.#parts.name} was closed`)): void {
    if (this.#end !== undefined) return
    this.#end = reason
    this.#clearTimer()
    this.#port.close()
    void this.#worker.terminate()
    for (const { reject } of this.#asked.values()) reject(reason)
    this.#asked.clear()
  }

  #send(
    name: string,
    argument: unknown,
    asked: Asked,
    transferred: readonly TransferListItem[] = [],
  ): number {
    const id = this.#nextId++
    if (this.#end !== undefined) {
      asked.reject(this.#end)
      return id
    }
    this.#asked.set(id, asked)
    this.#port.ref()
    const question: Question = { id, name, argument }
    this.#port.postMessage(question, transferred)
    return id
  }

  #receive(reply: Reply): void {
    if ('news' in reply) this.#parts.onNews?.(reply.news as News)
    else if ('failure' in reply) this.#take(reply.id)?.reject(reply.failure)
    else this.#take(reply.id)?.resolve(reply.answer)
  }

  #receiveAll(): void {
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port)) {
      this.#receive(next.message)
    }
  }

  #take(id: number): Asked | undefined {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (this.#asked.size > 0) return asked
    this.#port.unref()
    this.#clearTimer()
    return asked
  }

  #clearTimer(): void {
    clearTimeout(this.#stopTimer)
    this.#stopTimer = undefined
  }

  #exited(): void {
    if (this.#end !== undefined) return
    this.#receiveAll()
    this.terminate(this.#failure ?? new ThreadGone(`the thread ${this.#parts.name} has ended`))
    this.#parts.onEnd?.(this.#end!)
  }
}

/**
 * The package has a bundle of each program (scripts/bundle.mjs). When running from sources, as tests do, the program is
 * bundled when its first thread starts.
 */
function startWorker(program: string, options: WorkerOptions): Worker {
  // Undefined in a CommonJS bundle.
  const here: string | undefined = import.meta.url
  if (here?.endsWith('.ts'))
    return new Worker(new URL('./sourceWorker.mjs', here), { ...options, argv: [program, processName] })
  return new Worker(packageFile(`dist/threads/${basename(program, '.ts')}.js`), options)
}
