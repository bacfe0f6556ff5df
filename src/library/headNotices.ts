/** The part of a WebSocket that is used. */
interface Socket {
  addEventListener(event: 'open' | 'message' | 'close', listener: () => void): void
  send(text: string): void
  close(): void
}

/** The WebSockets of a page, or of Node.js 22; undefined before. */
export const socketType = (): (new (url: string) => Socket) | undefined =>
  (globalThis as { readonly WebSocket?: new (url: string) => Socket }).WebSocket

const subscription = '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}'
const firstPauseMs = 1_000
const maximumPauseMs = 60_000
/** Between two questions, however many notifications come. */
const gatheringMs = 100

/**
 * Hears of new blocks by a subscription, and subscribes again when the connection ends. What the endpoint says is not read:
 * any message calls `onNotice`.
 */
export class HeadNotices {
  readonly #url: string
  readonly #onNotice: () => void
  #socket: Socket | undefined
  #opening: ReturnType<typeof setTimeout> | undefined
  #gathering: ReturnType<typeof setTimeout> | undefined

  /** Throws for a URL that is not of a WebSocket. */
  constructor(url: string, onNotice: () => void) {
    this.#url = url
    this.#onNotice = onNotice
    this.#open(firstPauseMs)
  }

  close(): void {
    clearTimeout(this.#opening)
    clearTimeout(this.#gathering)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #open(pauseMs: number): void {
    const Opened = socketType()!
    const socket = new Opened(this.#url)
    this.#socket = socket
    let nextPauseMs = Math.min(2 * pauseMs, maximumPauseMs)
    socket.addEventListener('open', () => socket.send(subscription))
    socket.addEventListener('message', () => {
      nextPauseMs = firstPauseMs
      this.#gathering ??= setTimeout(() => {
        this.#gathering = undefined
        this.#onNotice()
      }, gatheringMs)
    })
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#opening = setTimeout(() => this.#open(nextPauseMs), pauseMs)
    })
  }
}
