import { randomBytes, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { encodePacket } from '../../../src/peers/discovery/packet.ts'
import { parseEnode } from '../../../src/peers/identity/enode.ts'
import { randomIdentity } from '../../../src/peers/identity/keptIdentity.ts'
import { baseCodes } from '../../../src/peers/transport/baseProtocol.ts'
import { FrameWriter } from '../../../src/peers/transport/frameWriter.ts'
import { initiate } from '../../../src/peers/transport/handshake.ts'
import { encodeHello } from '../../../src/peers/transport/hello.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { open } from '../rawSockets.ts'

/* A peer that speaks the protocol, up to a point. */

const handshakes = 200
const packets = 3_000

type Node = ReturnType<typeof parseEnode>

/** A whole handshake and hello, then messages longer than a peer may send. Returns whether the handshake was answered. */
async function connectAndFlood({ id, port }: Node, floods: boolean): Promise<boolean> {
  const identity = randomIdentity(randomBytes)
  const { auth, finish } = initiate(identity, id, randomBytes)
  const socket = open(port)
  socket.write(auth)
  const [ack] = await Promise.race([once(socket, 'data').catch(() => []), pause(3_000).then(() => [])])
  if (!Buffer.isBuffer(ack)) {
    socket.destroy()
    return false
  }
  try {
    const writer = new FrameWriter(finish(Uint8Array.from(ack)))
    const hello = {
      p2pVersion: 4,
      clientId: 'x',
      capabilities: [{ name: 'rsk', version: 62 }],
      listenPort: 0,
    }
    socket.resume().write(writer.write(baseCodes.hello, encodeHello({ ...hello, id: identity.id })))
    if (floods)
      for (let count = 0; count < 3 && !socket.destroyed; count++)
        socket.write(writer.write(16 + count, randomBytes(8 << 20)))
    await Promise.race([once(socket, 'close').catch(() => {}), pause(floods ? 1_500 : 50)])
  } catch {
    // The node closed the connection in the middle of a write.
  }
  socket.destroy()
  return true
}

/** Asks for neighbours without having answered a ping; returns the bytes that were sent and that came back. */
async function askForNeighbours({
  port,
}: Node): Promise<{ readonly sent: number; readonly received: number }> {
  const socket = createSocket('udp4')
  let sent = 0
  let received = 0
  socket.on('message', (bytes) => {
    received += bytes.length
  })
  const own = randomIdentity(randomBytes)
  for (let count = 0; count < packets; count++) {
    const { privateKey } = count % 4 === 0 ? randomIdentity(randomBytes) : own
    const requestId = randomUUID()
    const address = { host: '127.0.0.1', udpPort: 1, tcpPort: 1 }
    const packet = encodePacket(
      count % 2 === 0
        ? { kind: 'find-node', target: randomBytes(64), requestId, networkId: undefined }
        : { kind: 'ping', address, requestId, networkId: undefined },
      privateKey,
    )
    sent += packet.length
    socket.send(packet, port, '127.0.0.1')
    if (count % 50 === 49) await pause(5)
  }
  await pause(1_000)
  socket.close()
  return { sent, received }
}

export const realPeers: Attack = {
  name: 'handshakes',
  aim: 'completes handshakes of peers and sends messages that are too long; asks for neighbours from an address that has not proved itself',
  async run({ target }) {
    const node = parseEnode(target.announced.networks[0]!.enode ?? '')
    const { sent, received } = await askForNeighbours(node)
    let answered = 0
    for (let at = 0; at < handshakes; at += 20) {
      const some = Array.from({ length: 20 }, (_, index) => connectAndFlood(node, index === 0))
      answered += (await Promise.all(some)).filter(Boolean).length
    }
    const factor = received / sent
    return {
      figures: `${answered} of ${handshakes} handshakes answered, 30 messages of 8 MiB; ${packets.toLocaleString('en-US')} packets were answered with ${factor.toFixed(2)} times their bytes`,
      violations: violationsOf({ 'discovery answers no more bytes than it gets': factor <= 1.5 }),
    }
  },
}
