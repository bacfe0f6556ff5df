import { WebSocket } from 'ws'
import { LogWatch, type ToldLog } from './logWatch.ts'

/** A subscriber to logs that reconnects when its connection ends, and continues after its last log. */
export class ResumingSubscriber {
  readonly watch = new LogWatch()
  /** Number of continued subscriptions. */
  resumed = 0
  readonly #address: string
  readonly #url: () => string
  #last: ToldLog | undefined
  #socket: WebSocket | undefined
  #isClosed = false

  /** `url` returns the address for the next connection. */
  constructor(url: () => string, address: string) {
    this.#url = url
    this.#address = address
  }

  /** Resolves when the subscription is open. */
  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#connect(resolve))
    return this
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }

  #connect(onOpen: () => void): void {
    if (this.#isClosed) return
    const socket = new WebSocket(this.#url().replace('http', 'ws'))
    this.#socket = socket
    const last = this.#last
    const options = { address: this.#address, ...(last && { after: last }) }
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(() => this.#connect(onOpen), 20))
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', options] }),
      ),
    )
    socket.on('message', (data) => {
      const { id, error, params } = JSON.parse(data.toString())
      if (id !== 1) this.#take(params.result)
      else if (error !== undefined) socket.terminate()
      else {
        if (last !== undefined) this.resumed++
        onOpen()
      }
    })
  }

  #take(log: ToldLog): void {
    this.watch.take([log])
    this.#last = log
  }
}
