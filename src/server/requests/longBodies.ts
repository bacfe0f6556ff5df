import type { Holdings } from '../../primitives/bounds/holdings.ts'
import { Thread } from '../../primitives/threads/thread.ts'
import { FairQueue, type Turn } from '../../primitives/turns/fairQueue.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import { perConnection } from '../limits/socketTurns.ts'
import type { ClientSession } from './clientSession.ts'

/** Checking a longer body takes milliseconds, and up to 80 ms at the default limit of 5 MiB. */
export const longBody = 64 * 1024
/** A thread without work ends after this time. */
const idleMs = 60_000

/** The functions of the thread. */
export interface BodyFunctions {
  check(body: SentBody): CheckedBody
}

export interface SentBody {
  readonly bytes: Uint8Array
  readonly maximumDepth: number
}

export interface CheckedBody {
  /** The text, or why it is refused. */
  readonly checked: string | Pick<RpcError, 'code' | 'message'>
}

/** A body that waits. */
interface Job {
  readonly body: Buffer
  readonly isGone: () => boolean
  readonly done: (parsed: unknown) => void
  readonly failed: (error: unknown) => void
}

/**
 * Long bodies, which a thread of their own decodes and checks, one after the other and in turns between owners by their
 * bytes, so that they do not hold up the main thread, which parses the checked text again: receiving the value from another
 * thread takes as long, and for objects with thousands of names twice as long. The thread starts with the first long body.
 */
export class LongBodies {
  readonly #received: Holdings
  readonly #maximumDepth: number
  readonly #queue = new FairQueue<Job>(perConnection)
  #thread: Thread<BodyFunctions> | undefined
  #idle: NodeJS.Timeout | undefined

  /** `received` counts the bodies that wait. */
  constructor(received: Holdings, maximumDepth: number) {
    this.#received = received
    this.#maximumDepth = maximumDepth
  }

  /**
   * What `parseBody` returns for the body. Undefined when other clients need its memory, or the client has left. The caller
   * must not use `body` afterwards.
   */
  parse(client: Pick<ClientSession, 'caller' | 'isGone'>, body: Buffer): Promise<unknown> {
    const { name } = client.caller
    return new Promise((resolve, reject) => {
      const holding = this.#received.take(name, body.length, () => {
        this.#queue.remove(name, job)
        resolve(undefined)
      })
      if (holding === undefined) return resolve(undefined)
      const end = <Outcome>(settle: (outcome: Outcome) => void) => {
        return (outcome: Outcome): void => {
          this.#received.release(holding)
          settle(outcome)
        }
      }
      const job: Job = { body, isGone: () => client.isGone, done: end(resolve), failed: end(reject) }
      this.#queue.add(name, job)
      this.#startNext()
    })
  }

  /** Ends the thread; what is being parsed fails. */
  close(): void {
    clearTimeout(this.#idle)
    this.#thread?.terminate()
  }

  #startNext(): void {
    for (let turn = this.#queue.next(); turn !== undefined; turn = this.#queue.next()) {
      if (turn.job.isGone()) {
        turn.finished(0)
        turn.job.done(undefined)
      } else void this.#run(turn)
    }
  }

  async #run({ job, finished }: Turn<Job>): Promise<void> {
    clearTimeout(this.#idle)
    const { length } = job.body
    try {
      const bytes = ownBytes(job.body)
      const sent = { bytes, maximumDepth: this.#maximumDepth }
      const { checked } = await this.#open().ask('check', sent, [bytes.buffer])
      const isRefused = typeof checked !== 'string'
      job.done(isRefused ? new RpcError(checked.code, checked.message) : JSON.parse(checked))
    } catch (error) {
      job.failed(error)
    }
    finished(length)
    this.#startNext()
    if (this.#queue.running === 0) this.#idle = setTimeout(() => this.#thread?.terminate(), idleMs).unref()
  }

  #open(): Thread<BodyFunctions> {
    if (this.#thread?.isOpen !== true) {
      this.#thread = new Thread({ name: 'cambium bodies', program: 'server/requests/bodyWorker.ts' })
    }
    return this.#thread
  }
}

/** Bytes that can be handed over without a copy; a part of a buffer is copied. */
const ownBytes = ({ buffer, byteOffset, length }: Buffer): Uint8Array<ArrayBuffer> =>
  buffer instanceof ArrayBuffer && buffer.byteLength === length
    ? new Uint8Array(buffer)
    : Uint8Array.from(new Uint8Array(buffer, byteOffset, length))
