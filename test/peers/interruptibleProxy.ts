import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy to a port of this machine that can be interrupted. */
export class InterruptibleProxy {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isInterrupted = false

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async to(target: number): Promise<InterruptibleProxy> {
    const server = createServer((socket) => proxy.#join(socket, target))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    const proxy = new InterruptibleProxy(server, address.port)
    return proxy
  }

  /** Closes all connections and refuses new ones. */
  interrupt(): void {
    this.#isInterrupted = true
    for (const socket of this.#sockets) socket.destroy()
  }

  restore(): void {
    this.#isInterrupted = false
  }

  close(): void {
    this.interrupt()
    this.#server.close()
  }

  #join(caller: Socket, target: number): void {
    if (this.#isInterrupted) {
      caller.destroy()
      return
    }
    const called = createConnection({ host: '127.0.0.1', port: target })
    for (const [socket, other] of [
      [caller, called],
      [called, caller],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }
}
