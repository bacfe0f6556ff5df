import { setMaxListeners } from 'node:events'
import { type Numbered, type RequestKind, type Response, responseKinds } from '../messages/message.ts'
import { PeerGone, PeerSilent } from './peer.ts'

/** The caller that waits for an answer. */
export interface Waiter {
  readonly kind: RequestKind
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  resolve(response: Response): void
  reject(reason: unknown): void
}

interface Pending {
  readonly waiter: Waiter
  readonly abort: () => void
  timer: NodeJS.Timeout | undefined
}

/** Requests without an answer yet. */
export class PendingRequests {
  readonly #pending = new Map<number, Pending>()
  readonly #onSilence: () => void
  #lastId = 0

  /** `onSilence` is called for every answer that does not come in time. */
  constructor(onSilence: () => void) {
    this.#onSilence = onSilence
  }

  get size(): number {
    return this.#pending.size
  }

  /** Returns the id of the request. */
  add(waiter: Waiter): number {
    const id = ++this.#lastId
    const abort = (): void => this.fail(id, waiter.signal?.reason)
    this.#pending.set(id, { waiter, abort, timer: undefined })
    if (waiter.signal !== undefined) {
      // Many requests share a signal and each removes its listener, so more than ten listeners are not a leak.
      setMaxListeners(0, waiter.signal)
      waiter.signal.addEventListener('abort', abort)
    }
    return id
  }

  /** Starts the time limit of a request that is sent now. False when the request has already failed. */
  startTimer(id: number): boolean {
    const pending = this.#pending.get(id)
    if (pending === undefined) return false
    const { kind, timeoutMs } = pending.waiter
    pending.timer = setTimeout(() => {
      this.#onSilence()
      this.fail(id, new PeerSilent(kind, timeoutMs))
    }, timeoutMs)
    return true
  }

  /** Whether the response answers a request, which then resolves. */
  resolve({ id, ...response }: Numbered<Response>): boolean {
    const pending = this.#pending.get(id)
    if (pending === undefined || responseKinds[pending.waiter.kind] !== response.kind) return false
    this.#remove(id, pending)
    pending.waiter.resolve(response)
    return true
  }

  fail(id: number, reason: unknown): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    this.#remove(id, pending)
    pending.waiter.reject(reason)
  }

  /** Fails all pending requests. */
  close(): void {
    for (const [id, { waiter }] of this.#pending) this.fail(id, new PeerGone(waiter.kind))
  }

  #remove(id: number, { waiter, abort, timer }: Pending): void {
    clearTimeout(timer)
    waiter.signal?.removeEventListener('abort', abort)
    this.#pending.delete(id)
  }
}
