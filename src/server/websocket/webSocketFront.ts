import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { packageRequire } from '../../platform/packageFile.ts'
import { traceOf } from '../../remote/requestTrace.ts'
import { isAllowedPage, isKeyForOrigin } from '../entrance/entrance.ts'
import { refuseSocket } from '../http/bareSockets.ts'
import { isDenial } from '../keys/authority.ts'
import { clientAddress } from '../limits/clientAddress.ts'
import { reasonOf } from '../log/logger.ts'
import {
  keyRefusal,
  originNotAllowed,
  type Refusal,
  shuttingDown,
  tooBusy,
  tooManyWebSockets,
  unknownPath,
} from '../refusals/refusals.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { Rounds } from './rounds.ts'
import { type AdmittedClient, WebSocketConnection } from './webSocketConnection.ts'

/**
 * Between two checks of the keys of open sockets. A key is cached for a second, so the sockets of a revoked key end within
 * two.
 */
const keyCheckMs = 1_000
/** Parts in which a message may arrive; each takes some hundred bytes beside its content. */
const maxBufferedChunks = 16 * 1024
/** Frames of one message, each of which takes some hundred bytes beside its content. A socket with more is closed with 1008. */
const maxFragments = 1_024

/** Opens WebSockets on the same paths as HTTP requests, by the same rules. */
export class WebSocketFront {
  readonly #parts: FrontParts
  #server: WebSocketServer | undefined
  readonly #connections = new Set<WebSocketConnection>()
  readonly #rounds: readonly Rounds<WebSocketConnection>[]
  #isDraining = false

  constructor(parts: FrontParts) {
    const { heartbeatMs } = parts.limits
    this.#parts = parts
    this.#rounds = [
      new Rounds(this.#connections, heartbeatMs, (connection) => connection.beat()),
      new Rounds(this.#connections, keyCheckMs, (connection) => connection.checkKey()),
    ]
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const client = this.#tryAdmit(request)
    if ('status' in client) {
      this.#refuse(socket, client, request)
      return
    }
    const { webSockets } = this.#parts.holdings
    const { name } = client.caller
    let connection: WebSocketConnection | undefined
    const holding = webSockets.take(name, 1, () => {
      if (connection === undefined) socket.destroy()
      else connection.cutOff()
    })
    if (holding === undefined) {
      this.#refuse(socket, webSockets.isFullFor(name) ? tooManyWebSockets() : tooBusy(), request)
      return
    }
    socket.once('close', () => webSockets.release(holding))
    this.#server?.handleUpgrade(request, socket, head, (opened) => {
      connection = this.#open(opened, socket, client)
    })
  }

  settingsChanged(): void {
    // The next one that opens makes a server with the changed limit of messages.
    this.#server = undefined
  }

  /** Lets calls finish and closes every connection; `terminate` ends those that stay open. */
  drain(): void {
    this.#isDraining = true
    for (const round of this.#rounds) round.end()
    for (const connection of this.#connections) connection.drain()
  }

  terminate(): void {
    for (const connection of this.#connections) connection.terminate()
  }

  #tryAdmit(request: IncomingMessage): AdmittedClient | Refusal {
    try {
      this.#server ??= openWebSocketServer(this.#parts.limits.bodyBytes)
      return this.#admit(request)
    } catch (error) {
      this.#parts.logger.log('error', 'failed', { reason: reasonOf(error) })
      return tooBusy()
    }
  }

  #admit(request: IncomingMessage): AdmittedClient | Refusal {
    const { authority, requestIds, admission } = this.#parts
    if (this.#isDraining) return shuttingDown()
    const { checked, address } = admission.enter(request, peerOf(request))
    if ('status' in checked) return checked
    const { network, key, handler } = checked.route
    const { origin } = checked
    if (handler !== undefined) return unknownPath()
    if (!isAllowedPage(request, network, this.#parts)) return originNotAllowed(network.name)
    const caller = authority.identify(key, network.name, address)
    if (isDenial(caller)) return keyRefusal(caller)
    if (!isKeyForOrigin(caller.key, origin)) return originNotAllowed()
    const trace = traceOf(request.headers)
    return { network, caller, address, origin, requestId: requestIds.next(trace), trace }
  }

  #open(socket: WebSocket, bytes: Duplex, client: AdmittedClient): WebSocketConnection {
    const connection = new WebSocketConnection(socket, bytes, client, this.#parts)
    this.#connections.add(connection)
    if (!this.#isDraining) for (const round of this.#rounds) round.begin()
    this.#parts.metrics?.webSocketsChanged(1)
    socket.on('close', () => {
      this.#connections.delete(connection)
      if (this.#connections.size === 0) for (const round of this.#rounds) round.end()
      this.#parts.metrics?.webSocketsChanged(-1)
    })
    return connection
  }

  #refuse(socket: Duplex, refusal: Refusal, request: IncomingMessage): void {
    const { metrics, accessLog, requestIds, admission } = this.#parts
    metrics?.refused(refusal.status)
    refuseSocket(socket, refusal)
    if (accessLog === undefined) return
    const requestId = requestIds.next(traceOf(request.headers))
    const { address } = admission.enter(request, peerOf(request))
    const entry = accessLog.begin({ requestId, address, transport: 'websocket' })
    entry.refused(refusal.error.code)
    entry.ended({ status: refusal.status })
  }
}

const peerOf = ({ socket }: IncomingMessage): string => clientAddress(socket.remoteAddress)

/** The library is loaded for the first socket: most starts never need it. */
function openWebSocketServer(maxPayload: number): WebSocketServer {
  const { WebSocketServer } = packageRequire()('ws') as typeof import('ws')
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxBufferedChunks,
    maxFragments,
    maxPayload,
  })
}
