import { setMaxListeners } from 'node:events'
import { encodeMessage } from '../messages/encodeMessage.ts'
import {
  type Numbered,
  type RequestKind,
  type RequestOf,
  type Response,
  type ResponseOf,
  responseKinds,
} from '../messages/message.ts'
import type { Outbox } from './outbox.ts'
import { PeerGone, PeerSilent, type RequestOptions } from './peer.ts'

const requestTimeoutMs = 30_000

/** A request without an answer yet. */
interface Pending {
  readonly kind: RequestKind
  readonly signal: AbortSignal | undefined
  readonly abort: () => void
  resolve(response: Response): void
  reject(reason: unknown): void
  timer: NodeJS.Timeout | undefined
}

/** Sends requests to a peer and matches its answers to them. */
export class Requester {
  readonly #outbox: Outbox
  readonly #onSilence: () => void
  readonly #pending = new Map<number, Pending>()
  #lastId = 0

  /** `onSilence` is called for every answer that does not come in time. */
  constructor(outbox: Outbox, onSilence: () => void) {
    this.#outbox = outbox
    this.#onSilence = onSilence
  }

  get isAwaitingAnswer(): boolean {
    return this.#pending.size > 0
  }

  request<K extends RequestKind>(
    request: RequestOf<K>,
    { timeoutMs = requestTimeoutMs, signal }: RequestOptions = {},
  ): Promise<ResponseOf<K>> {
    const { kind } = request
    if (signal?.aborted) return Promise.reject(signal.reason)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#fail(id, signal?.reason)
      this.#pending.set(id, {
        kind,
        signal,
        abort,
        // A response is matched only if its kind belongs to the request.
        resolve: (response) => resolve(response as ResponseOf<K>),
        reject,
        timer: undefined,
      })
      if (signal !== undefined) {
        // Many requests share a signal and each removes its listener, so more than ten listeners are not a leak.
        setMaxListeners(0, signal)
        signal.addEventListener('abort', abort)
      }
      const isTaken = this.#outbox.add('requests', {
        bytes: 0,
        make: () => (this.#startTimer(id, timeoutMs) ? encodeMessage({ ...request, id }) : undefined),
      })
      if (!isTaken) this.#fail(id, new PeerGone(kind))
    })
  }

  /** Whether the response answers a request, which then resolves. */
  resolve({ id, ...response }: Numbered<Response>): boolean {
    const pending = this.#pending.get(id)
    if (pending === undefined || responseKinds[pending.kind] !== response.kind) return false
    this.#remove(id, pending)
    pending.resolve(response)
    return true
  }

  /** Fails all pending requests. */
  close(): void {
    for (const [id, { kind }] of this.#pending) this.#fail(id, new PeerGone(kind))
  }

  /** Starts the time limit of a request that is sent now. False when the request has already failed. */
  #startTimer(id: number, timeoutMs: number): boolean {
    const pending = this.#pending.get(id)
    if (pending === undefined) return false
    pending.timer = setTimeout(() => {
      this.#onSilence()
      this.#fail(id, new PeerSilent(pending.kind, timeoutMs))
    }, timeoutMs)
    return true
  }

  #fail(id: number, reason: unknown): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#remove(id, pending)
    pending.reject(reason)
  }

  #remove(id: number, { signal, abort, timer }: Pending): void {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    this.#pending.delete(id)
  }
}
