import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv4, isIPv6 } from 'node:net'
import type { Endpoint } from '../identity/enode.ts'
import { plainAddress } from '../transport/remoteAddress.ts'

const reopenAfterMs = 5_000
/** At least this much of the system's buffers, as the reference node asks for. */
const bufferBytes = 8192

export interface UdpSocketOptions {
  readonly host: string
  readonly port: number
  onPacket(packet: Uint8Array, from: Endpoint): void
  onProblem(problem: string): void
}

/** A UDP socket that comes back when the system takes it away. Packets that cannot be sent are lost, as any may be. */
export class UdpSocket {
  readonly #options: UdpSocketOptions
  #socket: Socket | undefined
  #reopening: NodeJS.Timeout | undefined
  #port: number
  #isClosed = false

  private constructor(options: UdpSocketOptions) {
    this.#options = options
    this.#port = options.port
  }

  /** Rejects when the port cannot be had. */
  static async open(options: UdpSocketOptions): Promise<UdpSocket> {
    const socket = new UdpSocket(options)
    await socket.#bind()
    return socket
  }

  get port(): number {
    return this.#port
  }

  send(packet: Uint8Array, { host, port }: Endpoint): void {
    const address = this.#reachableForm(host)
    if (address === undefined || port === 0) return
    this.#socket?.send(packet, port, address, () => undefined)
  }

  close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#reopening)
    const socket = this.#socket
    this.#socket = undefined
    return new Promise((resolve) => (socket ? socket.close(resolve) : resolve()))
  }

  get #isIPv6(): boolean {
    return isIPv6(this.#options.host)
  }

  /** An IPv6 socket reaches IPv4 in mapped form; an IPv4 socket reaches no IPv6. */
  #reachableForm(host: string): string | undefined {
    if (isIPv4(host)) return this.#isIPv6 ? `::ffff:${host}` : host
    return this.#isIPv6 && isIPv6(host) ? host : undefined
  }

  #bind(): Promise<void> {
    const socket = createSocket({ type: this.#isIPv6 ? 'udp6' : 'udp4' })
    return new Promise((resolve, reject) => {
      socket.once('error', (error) => {
        socket.close()
        reject(error)
      })
      socket.bind(this.#port, this.#options.host, () => {
        socket.removeAllListeners('error')
        if (this.#isClosed) socket.close()
        else this.#adopt(socket)
        resolve()
      })
    })
  }

  #adopt(socket: Socket): void {
    if (socket.getSendBufferSize() < bufferBytes) socket.setSendBufferSize(bufferBytes)
    if (socket.getRecvBufferSize() < bufferBytes) socket.setRecvBufferSize(bufferBytes)
    socket.on('message', (packet: Uint8Array, from: RemoteInfo) => this.#receive(packet, from))
    socket.on('error', (error) => this.#lost(socket, error.message))
    this.#socket = socket
    this.#port = socket.address().port
  }

  /** A mistake in what is done with a packet must not give its sender power over the process. */
  #receive(packet: Uint8Array, { address, port }: RemoteInfo): void {
    const { onPacket, onProblem } = this.#options
    try {
      onPacket(packet, { host: plainAddress(address), port })
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error))
    }
  }

  #lost(socket: Socket, problem: string): void {
    this.#options.onProblem(problem)
    if (this.#socket !== socket) return
    this.#socket = undefined
    socket.close()
    this.#reopenLater()
  }

  #reopenLater(): void {
    if (this.#isClosed) return
    this.#reopening = setTimeout(() => {
      this.#bind().catch((error: Error) => {
        this.#options.onProblem(error.message)
        this.#reopenLater()
      })
    }, reopenAfterMs).unref()
  }
}
