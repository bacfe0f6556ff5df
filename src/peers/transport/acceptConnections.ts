import { createServer, type Server, type Socket } from 'node:net'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { type Connection, plainAddress } from './connection.ts'
import { disconnectReasons } from './disconnectReason.ts'
import { type ReceivedAuth, respond } from './handshake.ts'
import { decodeAuth, decodeLegacyAuth, legacyAuthLength, packetLength } from './handshakePackets.ts'
import { HandshakeSocket } from './handshakeSocket.ts'
import { HandshakesInProgress } from './handshakesInProgress.ts'
import { establish } from './helloExchange.ts'
import { asTransportError, TransportError } from './transportError.ts'
import { limitsOf, randomOf, readingOf, type TransportParts } from './transportParts.ts'

export interface ListenerParts extends Omit<TransportParts, 'listenPort'> {
  /** All addresses by default. */
  readonly host?: string
  /** 0 takes a free port. */
  readonly port: number
  readonly identity: NodeIdentity
  /** Asked before anything is read; the socket of a caller that is not admitted is reset. */
  admit(address: string): boolean
  onConnection(connection: Connection): void
  /** A handshake failed. Without an address, no caller caused the failure. */
  onFailure(address: string | undefined, problem: TransportError): void
}

export interface Listener {
  readonly port: number
  /** Takes no more calls and ends handshakes in progress; established connections stay open. */
  close(): Promise<void>
}

/** Listens for calls of other nodes. Rejects when the port is not available. */
export async function acceptConnections(parts: ListenerParts): Promise<Listener> {
  const inProgress = new HandshakesInProgress(limitsOf(parts))
  const server = createServer({ noDelay: true })
  const port = await listen(server, parts)
  const answering = { ...parts, listenPort: port, reading: readingOf(parts) }
  server.on('connection', (socket) => {
    answer(socket, answering, inProgress).catch((mistake: unknown) => {
      // Catches programming errors, so that a caller cannot end the process.
      socket.destroy()
      parts.onFailure(undefined, asTransportError(mistake, 'aborted'))
    })
  })
  server.on('error', (error) => parts.onFailure(undefined, asTransportError(error, 'lost')))
  return {
    port,
    async close() {
      inProgress.endAll(new TransportError('aborted', 'this node stops listening'))
      server.close()
    },
  }
}

function listen(server: Server, { host, port }: ListenerParts): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('not listening on a port'))
      else resolve(address.port)
    })
  })
}

async function answer(
  incoming: Socket,
  parts: ListenerParts & TransportParts,
  inProgress: HandshakesInProgress,
): Promise<void> {
  const address = plainAddress(incoming.remoteAddress ?? '')
  const now = performance.now()
  const isTaken =
    inProgress.hasRoomFor(address, now) && parts.admit(address) && inProgress.count(address, now)
  if (!isTaken) return reset(incoming)
  const socket = new HandshakeSocket(incoming)
  const end = inProgress.begin(socket, address, now)
  let connection: Connection
  try {
    connection = await shakeHands(socket, parts)
  } catch (error) {
    const failure = asTransportError(error, 'protocol')
    socket.fail(failure)
    parts.onFailure(address, failure)
    return
  } finally {
    end()
  }
  parts.onConnection(connection)
}

/** A reset, because sockets that close in order keep system resources for a while. */
function reset(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.resetAndDestroy()
}

async function shakeHands(
  socket: HandshakeSocket,
  parts: ListenerParts & TransportParts,
): Promise<Connection> {
  const { identity } = parts
  const { id, secrets } = await socket.within(limitsOf(parts).keyExchangeMs, 'the key exchange', async () => {
    const received = await readAuth(socket, identity)
    const id = received.auth.initiatorId
    if (equalBytes(id, identity.id)) {
      throw new TransportError('unsuited', 'this node called itself', disconnectReasons.localIdentity)
    }
    const { ack, secrets } = respond(identity, received, randomOf(parts))
    socket.socket.write(ack)
    return { id, secrets }
  })
  return establish({ socket, secrets, id, identity, parts, isInbound: true })
}

/** The form before EIP-8 has no size field; every auth is at least as long as one of that form. */
async function readAuth(socket: HandshakeSocket, { privateKey }: NodeIdentity): Promise<ReceivedAuth> {
  const start = await socket.read(legacyAuthLength)
  const legacy = decodeLegacyAuth(start, privateKey)
  if (legacy) return { auth: legacy, packet: start, isLegacy: true }
  const rest = await socket.read(packetLength(start, legacyAuthLength) - start.length)
  const packet = concatBytes(start, rest)
  return { auth: decodeAuth(packet, privateKey), packet, isLegacy: false }
}
