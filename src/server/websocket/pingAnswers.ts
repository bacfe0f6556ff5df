import type { WebSocket } from 'ws'

/** Answers to pings. Of several the last need be answered only (RFC 6455, section 5.5.3), so one that is not read is kept. */
export class PingAnswers {
  readonly #socket: WebSocket
  /** The last ping that arrived while the answer to an earlier one had not left. */
  #unanswered: Buffer | undefined
  #isAnswering = false

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  answer(ping: Buffer): void {
    this.#unanswered = ping
    if (this.#isAnswering || this.#socket.readyState !== this.#socket.OPEN) return
    this.#isAnswering = true
    this.#unanswered = undefined
    this.#socket.pong(ping, false, () => {
      this.#isAnswering = false
      if (this.#unanswered !== undefined) this.answer(this.#unanswered)
    })
  }
}
