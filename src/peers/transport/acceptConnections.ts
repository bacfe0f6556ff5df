import { createServer, type Server, type Socket } from 'node:net'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import type { Connection } from './connection.ts'
import { disconnectReasons } from './disconnectReason.ts'
import { asTransportError, TransportError } from './errors.ts'
import { establish } from './establish.ts'
import { type ReceivedAuth, respond } from './handshake.ts'
import { decodeAuth, decodeLegacyAuth, legacyAuthLength, packetLength } from './handshakePackets.ts'
import { HandshakeSocket } from './handshakeSocket.ts'
import { HandshakesInProgress } from './handshakesInProgress.ts'
import { plainAddress } from './remoteAddress.ts'
import { limitsOf, randomOf, readingOf, type TransportOptions } from './settings.ts'

export interface ListenOptions extends Omit<TransportOptions, 'listenPort'> {
  /** All addresses by default. */
  readonly host?: string
  /** 0 takes a free one. */
  readonly port: number
  readonly identity: NodeIdentity
  /** Asked before anything is read; a caller that is not admitted is hung up on without a word. */
  admit(address: string): boolean
  onConnection(connection: Connection): void
  /** A handshake that came to nothing; also, without address, trouble that is no caller's. */
  onFailure(address: string | undefined, problem: TransportError): void
}

export interface Listener {
  readonly port: number
  /** Takes no more calls and ends handshakes in progress; connections that came about live on. */
  close(): Promise<void>
}

/** Listens for calls of other nodes. Rejects when the port cannot be had. */
export async function acceptConnections(options: ListenOptions): Promise<Listener> {
  const inProgress = new HandshakesInProgress(limitsOf({ ...options, listenPort: 0 }))
  const server = createServer({ noDelay: true })
  const port = await listen(server, options)
  const answering = { ...options, listenPort: port, reading: readingOf(options) }
  server.on('connection', (socket) => {
    answer(socket, answering, inProgress).catch((mistake: unknown) => {
      // Ours or the owner's; it must not give a caller power over the process.
      socket.destroy()
      options.onFailure(undefined, asTransportError(mistake, 'aborted'))
    })
  })
  server.on('error', (error) => options.onFailure(undefined, asTransportError(error, 'lost')))
  return {
    port,
    async close() {
      inProgress.endAll(new TransportError('aborted', 'this node stops listening'))
      server.close()
    },
  }
}

function listen(server: Server, { host, port }: ListenOptions): Promise<number> {
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
  options: ListenOptions & TransportOptions,
  inProgress: HandshakesInProgress,
): Promise<void> {
  const address = plainAddress(incoming.remoteAddress ?? '')
  const now = performance.now()
  const isTaken =
    inProgress.hasRoomFor(address, now) && options.admit(address) && inProgress.count(address, now)
  if (!isTaken) return hangUp(incoming)
  const socket = new HandshakeSocket(incoming)
  const end = inProgress.begin(socket, address, now)
  let connection: Connection
  try {
    connection = await shakeHands(socket, options)
  } catch (error) {
    const failure = asTransportError(error, 'protocol')
    socket.fail(failure)
    options.onFailure(address, failure)
    return
  } finally {
    end()
  }
  options.onConnection(connection)
}

/** A reset, so that a flood of calls leaves nothing behind. */
function hangUp(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.resetAndDestroy()
}

async function shakeHands(
  socket: HandshakeSocket,
  options: ListenOptions & TransportOptions,
): Promise<Connection> {
  const { identity } = options
  const { id, secrets } = await socket.within(
    limitsOf(options).keyExchangeMs,
    'the key exchange',
    async () => {
      const received = await readAuth(socket, identity)
      const id = received.auth.initiatorId
      if (equalBytes(id, identity.id)) {
        throw new TransportError('unsuited', 'this node called itself', disconnectReasons.localIdentity)
      }
      const { ack, secrets } = respond(identity, received, randomOf(options))
      socket.socket.write(ack)
      return { id, secrets }
    },
  )
  return establish({ socket, secrets, id, identity, options, isInbound: true })
}

/** Every auth is at least as long as one in the old form, which has no size to tell it apart. */
async function readAuth(socket: HandshakeSocket, { privateKey }: NodeIdentity): Promise<ReceivedAuth> {
  const start = await socket.read(legacyAuthLength)
  const legacy = decodeLegacyAuth(start, privateKey)
  if (legacy) return { auth: legacy, packet: start, isLegacy: true }
  const rest = await socket.read(packetLength(start, legacyAuthLength) - start.length)
  const packet = concatBytes(start, rest)
  return { auth: decodeAuth(packet, privateKey), packet, isLegacy: false }
}
