import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import type { Connection } from './connection.ts'
import { EncryptedConnection } from './encryptedConnection.ts'
import type { HandshakeSocket } from './handshakeSocket.ts'
import { exchangeHello } from './helloExchange.ts'
import type { SessionSecrets } from './sessionSecrets.ts'
import { limitsOf, readingOf, type TransportOptions } from './settings.ts'

interface Agreement {
  readonly socket: HandshakeSocket
  readonly secrets: SessionSecrets
  /** With whom the secrets were agreed. */
  readonly id: Uint8Array
  readonly identity: NodeIdentity
  readonly options: TransportOptions
  readonly isInbound: boolean
}

/** From agreed keys to a connection: the Hello of both sides. */
export async function establish({
  socket,
  secrets,
  id,
  identity,
  options,
  isInbound,
}: Agreement): Promise<Connection> {
  const limits = limitsOf(options)
  const { hello, reader, writer } = await socket.within(limits.helloMs, 'the Hello', () =>
    exchangeHello(socket, secrets, { identity, options, isInbound }),
  )
  const { clientId, listenPort, p2pVersion, capabilities } = hello
  const remote = { id, clientId, listenPort, p2pVersion, capabilities }
  return new EncryptedConnection({
    socket: socket.release(),
    reader,
    writer,
    remote,
    isInbound,
    limits,
    reading: readingOf(options),
  })
}
