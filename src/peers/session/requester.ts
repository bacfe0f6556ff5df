import { encodeMessage } from '../messages/encodeMessage.ts'
import type { Numbered, RequestKind, RequestOf, Response, ResponseOf } from '../messages/message.ts'
import type { Outbox } from './outbox.ts'
import { PeerGone, type RequestOptions } from './peer.ts'
import { PendingRequests } from './pendingRequests.ts'

const requestTimeoutMs = 30_000

/** Sends requests to a peer and matches its answers to them. */
export class Requester {
  readonly #outbox: Outbox
  readonly #pending: PendingRequests

  /** `onSilence` is called for every answer that does not come in time. */
  constructor(outbox: Outbox, onSilence: () => void) {
    this.#outbox = outbox
    this.#pending = new PendingRequests(onSilence)
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
    return new Promise((resolve, reject) => {
      const id = this.#pending.add({
        kind,
        timeoutMs,
        signal,
        // A response is matched only if its kind belongs to the request.
        resolve: (response) => resolve(response as ResponseOf<K>),
        reject,
      })
      const isTaken = this.#outbox.add('requests', {
        bytes: 0,
        make: () => (this.#pending.startTimer(id) ? encodeMessage({ ...request, id }) : undefined),
      })
      if (!isTaken) this.#pending.fail(id, new PeerGone(kind))
    })
  }

  /** Whether the response answers a request, which then resolves. */
  resolve(response: Numbered<Response>): boolean {
    return this.#pending.resolve(response)
  }

  /** Fails all pending requests. */
  close(): void {
    this.#pending.close()
  }
}
