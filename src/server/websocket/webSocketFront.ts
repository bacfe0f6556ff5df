import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { enter, isAllowedPage, isKeyForOrigin, isRefusal } from '../entrance/entrance.ts'
import { refuseSocket } from '../http/bareSockets.ts'
import { isDenial } from '../keys/authority.ts'
import { clientAddress, forwardedAddress } from '../limits/clientAddress.ts'
import { Shares } from '../limits/shares.ts'
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
import { type AdmittedClient, Connection, type ConnectionParts } from './webSocketConnection.ts'

/**
 * Between two checks of the keys of open sockets. A key is cached for a second, so the sockets of a revoked key end within
 * two.
 */
const keyCheckMs = 1_000
/** Parts in which a message may arrive; each takes some hundred bytes beside its content. */
const maxBufferedChunks = 16 * 1024

/** Opens WebSockets on the same paths as HTTP requests, by the same rules. */
export class WebSocketFront {
  readonly #parts: ConnectionParts
  readonly #socketShares: Shares
  #server: WebSocketServer | undefined
  readonly #connections = new Set<Connection>()
  readonly #heartbeat: NodeJS.Timeout
  readonly #keyCheck: NodeJS.Timeout
  #isDraining = false

  constructor(parts: FrontParts) {
    const { heartbeatMs } = parts.limits
    this.#parts = {
      ...parts,
      subscriptionShares: new Shares(parts.limits.subscriptionsPerClient),
      onFlood: (client) => this.#takeTurns(client),
    }
    this.#socketShares = new Shares(parts.limits.webSocketsPerClient)
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
    this.#heartbeat.unref()
    this.#keyCheck = setInterval(() => this.#checkKeys(), keyCheckMs)
    this.#keyCheck.unref()
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const client = this.#tryAdmit(request)
    if ('status' in client) {
      this.#refuse(socket, client, request)
      return
    }
    const leave = this.#socketShares.take(client.caller.name)
    if (leave === undefined) {
      this.#refuse(socket, tooManyWebSockets(), request)
      return
    }
    socket.once('close', leave)
    this.#server?.handleUpgrade(request, socket, head, (opened) => this.#open(opened, socket, client))
  }

  /** Lets calls finish and closes every connection; `terminate` ends those that stay open. */
  drain(): void {
    this.#isDraining = true
    clearInterval(this.#heartbeat)
    clearInterval(this.#keyCheck)
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
    const { authority, limits, requestIds } = this.#parts
    if (this.#isDraining) return shuttingDown()
    if (this.#connections.size >= limits.webSockets) return tooBusy()
    const found = enter(request, this.#parts)
    if (isRefusal(found)) return found
    if (found.handler !== undefined) return unknownPath()
    const { endpoint, key } = found
    const { origin } = request.headers
    if (!isAllowedPage(request, endpoint, this.#parts)) return originNotAllowed(endpoint.name)
    const address = this.#addressOf(request)
    const caller = authority.identify(key, endpoint.name, address)
    if (isDenial(caller)) return keyRefusal(caller)
    if (!isKeyForOrigin(caller.key, origin)) return originNotAllowed()
    const requestId = requestIds.next(request.headers['x-request-id'])
    return { endpoint, caller, address, origin, requestId }
  }

  #addressOf({ headers, socket }: IncomingMessage): string {
    const address = clientAddress(socket.remoteAddress)
    return forwardedAddress(headers['x-forwarded-for'], address, this.#parts.proxies)
  }

  #open(socket: WebSocket, bytes: Duplex, client: AdmittedClient): void {
    const connection = new Connection(socket, client, this.#parts)
    bytes.on('data', (chunk: Buffer) => connection.parsed(chunk.length))
    this.#connections.add(connection)
    this.#parts.metrics.webSocketsChanged(1)
    socket.on('close', () => {
      this.#connections.delete(connection)
      this.#parts.metrics.webSocketsChanged(-1)
    })
  }

  #refuse(socket: Duplex, refusal: Refusal, request: IncomingMessage): void {
    const { metrics, accessLog, requestIds } = this.#parts
    metrics.refused(refusal.status)
    refuseSocket(socket, refusal)
    if (accessLog === undefined) return
    const requestId = requestIds.next(request.headers['x-request-id'])
    const entry = accessLog.begin({ requestId, address: this.#addressOf(request), transport: 'websocket' })
    entry.refused(refusal.error.code)
    entry.ended({ status: refusal.status })
  }

  /** One socket of the client is read in a turn of the event loop from now on, until all of them are read again. */
  #takeTurns(client: string): void {
    for (const connection of this.#connections) {
      if (connection.caller.name === client) connection.waitForTurn()
    }
  }

  #checkKeys(): void {
    for (const connection of this.#connections) connection.checkKey()
  }

  #beat(): void {
    for (const connection of this.#connections) connection.beat()
  }
}

/** The library is loaded for the first socket: most starts never need it. */
function openWebSocketServer(maxPayload: number): WebSocketServer {
  const { WebSocketServer } = createRequire(import.meta.url)('ws') as typeof import('ws')
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxBufferedChunks,
    maxPayload,
  })
}
