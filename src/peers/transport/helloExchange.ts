import { DecodeError } from '../../primitives/errors.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { baseCodes, decodeDisconnect, encodeDisconnect } from './baseProtocol.ts'
import type { Connection } from './connection.ts'
import { type DisconnectReason, disconnectReasons } from './disconnectReason.ts'
import { EncryptedConnection } from './encryptedConnection.ts'
import { FrameReader } from './frameReader.ts'
import type { Frame } from './frames.ts'
import { FrameWriter } from './frameWriter.ts'
import type { HandshakeSocket } from './handshakeSocket.ts'
import { decodeHello, encodeHello, type Hello, haveOneInCommon, spokenVersion, understands } from './hello.ts'
import type { SessionSecrets } from './sessionSecrets.ts'
import { TransportError } from './transportError.ts'
import { limitsOf, readingOf, type TransportParts } from './transportParts.ts'

/** A handshake whose keys are agreed. */
interface HandshakeContext {
  readonly socket: HandshakeSocket
  readonly secrets: SessionSecrets
  /** The node that the secrets are shared with. */
  readonly id: Uint8Array
  readonly identity: NodeIdentity
  readonly parts: TransportParts
  readonly isInbound: boolean
}

/** Bounds the memory that an unidentified node can take. */
const maximumHelloLength = 16 << 10

interface Introduction {
  readonly hello: Hello
  readonly reader: FrameReader
  readonly writer: FrameWriter
}

/** The initiator sends its Hello first; the responder, like the reference node, after it has read that Hello. */
async function exchangeHello({
  socket,
  secrets,
  identity,
  parts,
  isInbound,
}: HandshakeContext): Promise<Introduction> {
  const reader = new FrameReader(secrets, maximumHelloLength)
  const writer = new FrameWriter(secrets)
  const sendHello = (): void => {
    const { clientId, capabilities, listenPort } = parts
    const hello = { p2pVersion: spokenVersion, clientId, capabilities, listenPort, id: identity.id }
    socket.socket.write(writer.write(baseCodes.hello, encodeHello(hello)))
  }
  if (!isInbound) sendHello()
  reader.push(socket.rest())
  const hello = await readHello(socket, reader)
  const refuse = (problem: string, reason: DisconnectReason): never => {
    socket.socket.write(writer.write(baseCodes.disconnect, encodeDisconnect(reason)))
    throw new TransportError('unsuited', problem, reason)
  }
  if (!understands(hello)) {
    refuse(`the other node speaks version ${hello.p2pVersion} of p2p`, disconnectReasons.incompatibleProtocol)
  }
  if (!haveOneInCommon(hello.capabilities, parts.capabilities)) {
    refuse('the other node has no protocol in common with this node', disconnectReasons.uselessPeer)
  }
  if (isInbound) sendHello()
  reader.allowMaximum()
  return { hello, reader, writer }
}

async function readHello(socket: HandshakeSocket, reader: FrameReader): Promise<Hello> {
  const { code, payload } = await readFrame(socket, reader)
  if (code === baseCodes.disconnect) {
    const reason = decodeDisconnect(payload)
    throw new TransportError('refused', `the other node disconnected with reason ${reason}`, reason)
  }
  if (code !== baseCodes.hello) {
    throw new TransportError('protocol', `the first message has code ${code} and is not a Hello`)
  }
  try {
    return decodeHello(payload)
  } catch (error) {
    if (error instanceof DecodeError) throw new TransportError('protocol', error.message)
    throw error
  }
}

async function readFrame(socket: HandshakeSocket, reader: FrameReader): Promise<Frame> {
  for (;;) {
    const frame = reader.next()
    if (frame) return frame
    reader.push(await socket.chunk())
  }
}

/** Completes a handshake by exchanging Hello messages. */
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
