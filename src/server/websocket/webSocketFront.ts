import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { enter, isKeyForOrigin, isRefusal } from '../entrance.ts'
import { isAllowedOrigin } from '../http/origins.ts'
import { refuseSocket } from '../http/refuseSocket.ts'
import { reasonOf } from '../log.ts'
import type { ServerParts } from '../parts.ts'
import { invalidKey, originNotAllowed, type Refusal, shuttingDown, tooBusy } from '../refusals.ts'
import { type Admission, Connection } from './connection.ts'

/** Opens WebSockets on the paths that HTTP requests go to, by the same rules. */
export class WebSocketFront {
  readonly #parts: ServerParts
  readonly #server: WebSocketServer
  readonly #connections = new Set<Connection>()
  readonly #heartbeat: NodeJS.Timeout
  #isDraining = false

  constructor(parts: ServerParts) {
    const { bodyBytes, heartbeatMs } = parts.limits
    this.#parts = parts
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: bodyBytes,
    })
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
    this.#heartbeat.unref()
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const admission = this.#tryAdmit(request)
    if ('status' in admission) this.#refuse(socket, admission)
    else this.#server.handleUpgrade(request, socket, head, (opened) => this.#open(opened, admission))
  }

  /** Lets calls finish and closes every connection; those that do not go are cut off by `terminate`. */
  drain(): void {
    this.#isDraining = true
    clearInterval(this.#heartbeat)
    for (const connection of this.#connections) connection.drain()
  }

  terminate(): void {
    for (const connection of this.#connections) connection.terminate()
  }

  #tryAdmit(request: IncomingMessage): Admission | Refusal {
    try {
      return this.#admit(request)
    } catch (error) {
      this.#parts.logger.log('error', 'failed', { reason: reasonOf(error) })
      return tooBusy()
    }
  }

  #admit(request: IncomingMessage): Admission | Refusal {
    const { authority, limits } = this.#parts
    if (this.#isDraining) return shuttingDown()
    if (this.#connections.size >= limits.webSockets) return tooBusy()
    const found = enter(request, this.#parts)
    if (isRefusal(found)) return found
    const { endpoint, key } = found
    const { origin } = request.headers
    if (!isAllowedOrigin(origin, endpoint.origins)) return originNotAllowed()
    const caller = authority.identify(key, endpoint.name)
    if (caller === undefined) return invalidKey()
    if (!isKeyForOrigin(caller.key, origin)) return originNotAllowed()
    return { endpoint, caller, address: request.socket.remoteAddress ?? '' }
  }

  #open(socket: WebSocket, admission: Admission): void {
    const connection = new Connection(socket, admission, this.#parts)
    this.#connections.add(connection)
    this.#parts.metrics.webSockets++
    socket.on('close', () => {
      this.#connections.delete(connection)
      this.#parts.metrics.webSockets--
    })
  }

  #refuse(socket: Duplex, refusal: Refusal): void {
    this.#parts.metrics.refused(refusal.status)
    refuseSocket(socket, refusal)
  }

  #beat(): void {
    for (const connection of this.#connections) connection.beat()
  }
}
