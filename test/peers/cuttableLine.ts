import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** A line to a port of this machine that can be cut and mended. */
export class CuttableLine {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async to(target: number): Promise<CuttableLine> {
    const server = createServer((socket) => line.#join(socket, target))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    const line = new CuttableLine(server, address.port)
    return line
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #join(caller: Socket, target: number): void {
    if (this.#isCut) {
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
