import { once } from 'node:events'
import { WebSocket } from 'ws'

const sentinelId = 'request-after-notification'
const sentinel = JSON.stringify({ jsonrpc: '2.0', id: sentinelId, method: 'web3_clientVersion', params: [] })

const isNotification = (body: string): boolean => body.startsWith('{"jsonrpc"') && !body.includes('"id"')

/** Sends requests over one WebSocket, which the first request opens. */
export class Speaker {
  readonly #port: number
  #socket: WebSocket | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** After a notification it sends a second request, whose answer proves that the notification was not answered. */
  async say(body: string): Promise<string> {
    const socket = await this.#opened()
    const answered = once(socket, 'message')
    socket.send(body)
    if (isNotification(body)) socket.send(sentinel)
    const [data] = await answered
    const text = String(data)
    return text.includes(sentinelId) ? '' : text
  }

  close(): void {
    this.#socket?.terminate()
  }

  async #opened(): Promise<WebSocket> {
    if (this.#socket !== undefined) return this.#socket
    this.#socket = new WebSocket(`ws://127.0.0.1:${this.#port}/`)
    await once(this.#socket, 'open')
    return this.#socket
  }
}
