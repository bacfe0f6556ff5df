import { DecodeError } from '../../primitives/errors.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { baseCodes, decodeDisconnect, encodeDisconnect } from './baseProtocol.ts'
import { type DisconnectReason, disconnectReasons } from './disconnectReason.ts'
import { TransportError } from './errors.ts'
import { FrameReader } from './frameReader.ts'
import type { Frame } from './frames.ts'
import { FrameWriter } from './frameWriter.ts'
import type { HandshakeSocket } from './handshakeSocket.ts'
import { decodeHello, encodeHello, type Hello, haveOneInCommon, spokenVersion, understands } from './hello.ts'
import type { SessionSecrets } from './sessionSecrets.ts'
import type { TransportOptions } from './settings.ts'

/** Nobody is known yet, so nobody may send much. */
const longestHello = 16 << 10

export interface Introduction {
  readonly hello: Hello
  readonly reader: FrameReader
  readonly writer: FrameWriter
}

/** The initiator speaks first; the responder, as the reference node does, when it has heard who calls. */
export async function exchangeHello(
  connection: HandshakeSocket,
  secrets: SessionSecrets,
  { identity, options, isInbound }: { identity: NodeIdentity; options: TransportOptions; isInbound: boolean },
): Promise<Introduction> {
  const reader = new FrameReader(secrets, longestHello)
  const writer = new FrameWriter(secrets)
  const speak = (): void => {
    const { clientId, capabilities, listenPort } = options
    const hello = { p2pVersion: spokenVersion, clientId, capabilities, listenPort, id: identity.id }
    connection.socket.write(writer.write(baseCodes.hello, encodeHello(hello)))
  }
  if (!isInbound) speak()
  reader.push(connection.rest())
  const hello = await readHello(connection, reader)
  const refuse = (problem: string, reason: DisconnectReason): never => {
    connection.socket.write(writer.write(baseCodes.disconnect, encodeDisconnect(reason)))
    throw new TransportError('unsuited', problem, reason)
  }
  if (!understands(hello)) {
    refuse(`the other node speaks version ${hello.p2pVersion} of p2p`, disconnectReasons.incompatibleProtocol)
  }
  if (!haveOneInCommon(hello.capabilities, options.capabilities)) {
    refuse('the other node speaks none of our protocols', disconnectReasons.uselessPeer)
  }
  if (isInbound) speak()
  reader.allowLongest()
  return { hello, reader, writer }
}

async function readHello(connection: HandshakeSocket, reader: FrameReader): Promise<Hello> {
  const { code, payload } = await readFrame(connection, reader)
  if (code === baseCodes.disconnect) {
    const reason = decodeDisconnect(payload)
    throw new TransportError('refused', `the other node disconnected with reason ${reason}`, reason)
  }
  if (code !== baseCodes.hello) {
    throw new TransportError('protocol', `the first message has code ${code} and is no Hello`)
  }
  try {
    return decodeHello(payload)
  } catch (error) {
    if (error instanceof DecodeError) throw new TransportError('protocol', error.message)
    throw error
  }
}

async function readFrame(connection: HandshakeSocket, reader: FrameReader): Promise<Frame> {
  for (;;) {
    const frame = reader.next()
    if (frame) return frame
    reader.push(await connection.chunk())
  }
}
