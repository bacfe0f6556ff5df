import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv4, isIPv6 } from 'node:net'
import { reasonOf } from '../../primitives/errors.ts'
import type { PeerAddress } from '../identity/enode.ts'
import { plainAddress } from '../transport/connection.ts'

const reopenAfterMs = 5_000
/** Minimum size of the system's send and receive buffers, as in the reference node. */
const bufferBytes = 8192

export interface UdpSocketParts {
  readonly host: string
  readonly port: number
  onPacket(packet: Uint8Array, from: PeerAddress): void
  onProblem(problem: string): void
}

/** A UDP socket that is opened again after an error. Packets that cannot be sent are dropped. */
export class UdpSocket {
  readonly #parts: UdpSocketParts
  #socket: Socket | undefined
  #reopening: NodeJS.Timeout | undefined
  #port: number
  #isClosed = false

  private constructor(parts: UdpSocketParts) {
    this.#parts = parts
    this.#port = parts.port
  }

  /** Rejects when the port is not available. */
  static async open(parts: UdpSocketParts): Promise<UdpSocket> {
    const socket = new UdpSocket(parts)
    await socket.#bind()
    return socket
  }

  get port(): number {
    return this.#port
  }

  send(packet: Uint8Array, { host, port }: PeerAddress): void {
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
    return isIPv6(this.#parts.host)
  }

  /** An IPv6 socket reaches IPv4 addresses in mapped form; an IPv4 socket cannot reach IPv6 addresses. */
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
      socket.bind(this.#port, this.#parts.host, () => {
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

  /** Catches errors of the handler, so that the sender of a packet cannot end the process. */
  #receive(packet: Uint8Array, { address, port }: RemoteInfo): void {
    const { onPacket, onProblem } = this.#parts
    try {
      onPacket(packet, { host: plainAddress(address), port })
    } catch (error) {
      onProblem(reasonOf(error))
    }
  }

  #lost(socket: Socket, problem: string): void {
    this.#parts.onProblem(problem)
    if (this.#socket !== socket) return
    this.#socket = undefined
    socket.close()
    this.#reopenLater()
  }

  #reopenLater(): void {
    if (this.#isClosed) return
    this.#reopening = setTimeout(() => {
      this.#bind().catch((error: Error) => {
        this.#parts.onProblem(error.message)
        this.#reopenLater()
      })
    }, reopenAfterMs).unref()
  }
}
