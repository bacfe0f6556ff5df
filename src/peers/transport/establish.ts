import type { Connection } from './connection.ts'
import { EncryptedConnection } from './encryptedConnection.ts'
import type { HandshakeContext } from './handshakeContext.ts'
import { exchangeHello } from './helloExchange.ts'
import { limitsOf, readingOf } from './transportParts.ts'

/** Exchanges the Hello messages, which makes a connection of a handshake. */
export async function establish(context: HandshakeContext): Promise<Connection> {
  const { socket, id, parts, isInbound } = context
  const limits = limitsOf(parts)
  const { hello, reader, writer } = await socket.within(limits.helloMs, 'the Hello', () =>
    exchangeHello(context),
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
    reading: readingOf(parts),
  })
}
