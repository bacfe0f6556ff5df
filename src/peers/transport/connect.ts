import { setMaxListeners } from 'node:events'
import { createConnection } from 'node:net'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Enode } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import type { Connection } from './connection.ts'
import { disconnectReasons } from './disconnectReason.ts'
import { initiate } from './handshake.ts'
import { packetLength } from './handshakePackets.ts'
import { HandshakeSocket } from './handshakeSocket.ts'
import { establish } from './helloExchange.ts'
import type { SessionSecrets } from './sessionSecrets.ts'
import { asTransportError, TransportError } from './transportError.ts'
import { limitsOf, randomOf, type TransportParts } from './transportParts.ts'

/** Calls a node. Rejects with a `TransportError`, at the latest when the time limits of all stages have passed. */
export async function connect(
  target: Enode,
  identity: NodeIdentity,
  parts: TransportParts,
  signal?: AbortSignal,
): Promise<Connection> {
  if (equalBytes(target.id, identity.id)) {
    throw new TransportError(
      'unsuited',
      'the target has the id of this node',
      disconnectReasons.localIdentity,
    )
  }
  if (signal?.aborted) throw aborted()
  const socket = new HandshakeSocket(
    createConnection({ host: target.host, port: target.port, noDelay: true }),
  )
  const abort = (): void => socket.fail(aborted())
  if (signal !== undefined) {
    // A node makes many calls at once with one signal, and each removes its listener.
    setMaxListeners(0, signal)
    signal.addEventListener('abort', abort, { once: true })
  }
  const limits = limitsOf(parts)
  try {
    await socket.within(limits.connectMs, 'connecting', () => socket.connected())
    const secrets = await socket.within(limits.keyExchangeMs, 'the key exchange', () =>
      agreeOnKeys(socket, target.id, identity, parts),
    )
    return await establish({ socket, secrets, id: target.id, identity, parts, isInbound: false })
  } catch (error) {
    const failure = asTransportError(error, error instanceof DecodeError ? 'protocol' : 'lost')
    socket.fail(failure)
    throw failure
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

const minimumAckLength = 2

async function agreeOnKeys(
  socket: HandshakeSocket,
  responderId: Uint8Array,
  identity: NodeIdentity,
  parts: TransportParts,
): Promise<SessionSecrets> {
  const initiation = initiate(identity, responderId, randomOf(parts))
  // One write: the reference node cannot read an auth that arrives in pieces.
  socket.socket.write(initiation.auth)
  const size = await socket.read(2)
  const rest = await socket.read(packetLength(size, minimumAckLength) - size.length)
  return initiation.finish(Buffer.concat([size, rest]))
}

const aborted = (): TransportError => new TransportError('aborted', 'the call was aborted')
