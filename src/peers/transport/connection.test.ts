import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import { baseCodes, decodeDisconnect, emptyList } from './baseProtocol.ts'
import type { Connection } from './connection.ts'
import { disconnectReasons } from './disconnectReason.ts'
import { EncryptedConnection } from './encryptedConnection.ts'
import { FrameReader } from './frameReader.ts'
import { FrameWriter } from './frameWriter.ts'
import { defaultLimits, type TransportLimits } from './transportParts.ts'
import { eventually, ListeningNode, RawCaller, recorded, rsk } from './transportWorld.cases.ts'

const nodes: ListeningNode[] = []
afterEach(() => Promise.all(nodes.splice(0).map((node) => node.close())))

async function listening(
  limits: Partial<TransportLimits> = {},
  reading?: WorkBudget,
): Promise<ListeningNode> {
  const node = await ListeningNode.open({ closingMs: 100, ...limits }, true, reading)
  nodes.push(node)
  return node
}

/** Both ends of a connection. */
async function pair(
  limits: Partial<TransportLimits> = {},
): Promise<{ caller: Connection; called: Connection }> {
  const node = await listening(limits)
  const caller = await node.call({ closingMs: 100, ...limits })
  await eventually(() => expect(node.connections).toHaveLength(1))
  return { caller, called: node.connections[0]! }
}

/** A caller that has sent its Hello, and the node's end of the connection. */
async function rawPair(limits: Partial<TransportLimits> = {}, reading?: WorkBudget) {
  const node = await listening(limits, reading)
  const raw = await RawCaller.open(node)
  raw.socket.write(raw.hello())
  expect((await raw.frame()).code).toBe(baseCodes.hello)
  await eventually(() => expect(node.connections).toHaveLength(1))
  return { raw, called: node.connections[0]! }
}

const unlimitedReading = () => new WorkBudget({ share: 1, savedMs: 1000 }, () => 0)

function ownSecrets() {
  const key = new Uint8Array(32)
  return { encryptionKey: key, macKey: key, egressSeed: key, ingressSeed: key }
}

describe('a connection', () => {
  it('gives each end the identity of the other', async () => {
    const { caller, called } = await pair()
    expect(caller.isInbound).toBe(false)
    expect(called.isInbound).toBe(true)
    expect(called.address).toBe('127.0.0.1')
    expect(called.remote).toMatchObject({
      clientId: 'caller',
      listenPort: 0,
      p2pVersion: 4,
      capabilities: [rsk],
    })
    expect(caller.remote).toMatchObject({ clientId: 'listener', listenPort: caller.port, p2pVersion: 4 })
    expect(caller.remote.id).toEqual(nodes[0]!.identity.id)
  })

  it('carries messages of all sizes in order, both ways', async () => {
    const { caller, called } = await pair()
    const sent = [1, 15, 16, 1000, 70_000, 1_000_000, 5].map((length, index) => ({
      code: 0x10 + index,
      payload: Uint8Array.from(randomBytes(length)),
    }))
    for (const [from, to] of [
      [caller, called],
      [called, caller],
    ] as const) {
      const { frames } = recorded(to)
      for (const { code, payload } of sent) expect(from.send(code, payload)).toBe(true)
      await eventually(() => expect(frames).toHaveLength(sent.length))
      expect(frames.map(({ code }) => code)).toEqual(sent.map(({ code }) => code))
      for (const [index, { payload }] of frames.entries()) {
        expect(Buffer.compare(payload, sent[index]!.payload)).toBe(0)
      }
    }
  })

  it('keeps frames that come before `start`, and delivers them after `start` has returned', async () => {
    const { caller, called } = await pair()
    for (let code = 0x10; code < 0x20; code++) caller.send(code, emptyList)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { frames } = recorded(called)
    expect(frames).toEqual([])
    await eventually(() => expect(frames).toHaveLength(16))
  })

  it('gives both ends the reason for closing', async () => {
    const { caller, called } = await pair()
    const [here, there] = [recorded(caller), recorded(called)]
    caller.disconnect(disconnectReasons.uselessPeer)
    caller.disconnect(disconnectReasons.quitting)
    expect(caller.send(0x10, emptyList)).toBe(false)
    await eventually(() => expect(here.closed).toEqual([{ by: 'us', reason: disconnectReasons.uselessPeer }]))
    await eventually(() =>
      expect(there.closed).toEqual([{ by: 'remote', reason: disconnectReasons.uselessPeer }]),
    )
  })

  it('reports its end when it ended before `start`', async () => {
    const { caller, called } = await pair()
    called.disconnect(disconnectReasons.tooManyPeers)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const [here, there] = [recorded(caller), recorded(called)]
    await eventually(() =>
      expect(here.closed).toEqual([{ by: 'remote', reason: disconnectReasons.tooManyPeers }]),
    )
    await eventually(() =>
      expect(there.closed).toEqual([{ by: 'us', reason: disconnectReasons.tooManyPeers }]),
    )
  })

  it('reports once an end that comes just before `start`', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = createConnection({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    const secrets = ownSecrets()
    const connection = new EncryptedConnection({
      socket,
      reader: new FrameReader(secrets),
      writer: new FrameWriter(secrets),
      remote: { id: new Uint8Array(64), clientId: '', listenPort: 0, p2pVersion: 4, capabilities: [] },
      isInbound: false,
      limits: defaultLimits,
      reading: unlimitedReading(),
    })
    socket.destroy()
    const { closed } = recorded(connection)
    await once(socket, 'close')
    expect(closed).toMatchObject([{ by: 'failure', kind: 'lost' }])
    server.close()
  })

  it('delivers frames within the reading budget, and the rest later', async () => {
    const clock = { now: 0 }
    const reading = new WorkBudget({ share: 0.5, savedMs: 10 }, () => clock.now)
    const { raw, called } = await rawPair({}, reading)
    let frames = 0
    called.start({
      frame: () => {
        frames++
        clock.now += 10
      },
      closed: () => undefined,
    })
    raw.socket.write(Buffer.concat(Array.from({ length: 20 }, () => raw.writer.write(0x18, emptyList))))
    await eventually(() => expect(frames).toBeGreaterThan(0))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(frames).toBeLessThan(5)
    await eventually(() => {
      clock.now += 1000
      expect(frames).toBe(20)
    })
  })

  it('gets its turn to read while another connection uses up the reading budget', async () => {
    const clock = { now: 0 }
    const reading = new WorkBudget({ share: 0.5, savedMs: 10 }, () => clock.now)
    const node = await listening({}, reading)
    const [busy, quiet] = [await RawCaller.open(node), await RawCaller.open(node)]
    const received = [0, 0]
    for (const [index, raw] of [busy, quiet].entries()) {
      raw.socket.write(raw.hello())
      await eventually(() => expect(node.connections).toHaveLength(index + 1))
      node.connections[index]!.start({
        frame: () => {
          received[index]!++
          clock.now += 10
        },
        closed: () => undefined,
      })
    }
    busy.socket.write(Buffer.concat(Array.from({ length: 300 }, () => busy.writer.write(0x18, emptyList))))
    for (let frames = 1; frames <= 5; frames++) {
      quiet.socket.write(quiet.writer.write(0x18, emptyList))
      await eventually(() => {
        clock.now += 30
        expect(received[1]).toBe(frames)
      })
    }
    expect(received[0]).toBeLessThan(300)
  })

  it('reports that the other end has left', async () => {
    const { raw, called } = await rawPair()
    const { closed } = recorded(called)
    raw.socket.destroy()
    await eventually(() => expect(closed).toMatchObject([{ by: 'failure', kind: 'lost' }]))
  })

  it('answers pings itself and ignores other base messages', async () => {
    const { raw, called } = await rawPair()
    const { frames } = recorded(called)
    raw.socket.write(raw.writer.write(0x04, Uint8Array.of(0xc1, 0x04)))
    raw.socket.write(raw.writer.write(baseCodes.ping, emptyList))
    expect(await raw.frame()).toEqual({ code: baseCodes.pong, payload: emptyList })
    expect(frames).toEqual([])
  })

  it('stays open while pings are answered, and closes when they are not', async () => {
    const limits = { pingIntervalMs: 20, unansweredPings: 4 }
    const { raw, called } = await rawPair(limits)
    const { closed } = recorded(called)
    for (let pings = 0; pings < 8; pings++) {
      expect((await raw.frame()).code).toBe(baseCodes.ping)
      raw.socket.write(raw.writer.write(baseCodes.pong, emptyList))
    }
    expect(closed).toEqual([])
    let last = await raw.frame()
    while (last.code === baseCodes.ping) last = await raw.frame()
    expect(decodeDisconnect(last.payload)).toBe(disconnectReasons.pingTimeout)
    await eventually(() => expect(closed).toMatchObject([{ by: 'failure', kind: 'timeout' }]))
  })

  it('does not count silence of the other end while it waits for its turn to read', async () => {
    const clock = { now: 0 }
    const reading = new WorkBudget({ share: 0.5, savedMs: 10 }, () => clock.now)
    const { raw, called } = await rawPair({ pingIntervalMs: 10, unansweredPings: 2 }, reading)
    const closed: unknown[] = []
    let frames = 0
    called.start({
      frame: () => {
        frames++
        clock.now += 200
      },
      closed: (reason) => closed.push(reason),
    })
    raw.socket.write(Buffer.concat([0x18, 0x18].map((code) => raw.writer.write(code, emptyList))))
    await eventually(() => expect(frames).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(closed).toEqual([])
    await eventually(() => {
      clock.now += 1000
      expect(frames).toBe(2)
    })
  })

  it('closes when the other end sends but never reads', async () => {
    const { raw, called } = await rawPair({ pingIntervalMs: 20, unansweredPings: 4, outgoingBytes: 1 << 20 })
    const { closed } = recorded(called)
    raw.socket.pause()
    while (called.send(0x18, new Uint8Array(1 << 18)));
    const talking = setInterval(() => raw.socket.write(raw.writer.write(baseCodes.pong, emptyList)), 10)
    await eventually(() => expect(closed).toMatchObject([{ by: 'failure', kind: 'timeout' }]))
    clearInterval(talking)
    raw.socket.destroy()
  })

  it('closes when the other end never completes a message', async () => {
    const { raw, called } = await rawPair({ pingIntervalMs: 20, unansweredPings: 4 })
    const { closed } = recorded(called)
    const frame = raw.writer.write(0x18, new Uint8Array(8_000_000))
    let at = 0
    const sending = setInterval(() => raw.socket.write(frame.subarray(at, ++at)), 5)
    await eventually(() => expect(closed).toMatchObject([{ by: 'failure', kind: 'timeout' }]))
    clearInterval(sending)
    raw.socket.destroy()
  })

  it('refuses to send while too many bytes wait, and sends again when they are taken', async () => {
    const outgoingBytes = 1 << 20
    const { caller, called } = await pair({ outgoingBytes })
    let sent = 0
    while (caller.send(0x18, new Uint8Array(1 << 16))) {
      sent++
      expect(caller.bufferedBytes).toBeLessThan(outgoingBytes + 200)
      await new Promise(setImmediate)
    }
    const { frames } = recorded(called)
    await eventually(() => expect(frames).toHaveLength(sent))
    expect(caller.send(0x18, emptyList)).toBe(true)
  })

  it('delivers no further frame after its owner has disconnected', async () => {
    const { raw, called } = await rawPair()
    const codes: number[] = []
    called.start({
      frame: (code) => {
        codes.push(code)
        if (code === 0x11) called.disconnect(disconnectReasons.requested)
      },
      closed: () => undefined,
    })
    raw.socket.write(Buffer.concat([0x10, 0x11, 0x12].map((code) => raw.writer.write(code, emptyList))))
    await eventually(() => expect(raw.socket.destroyed).toBe(true))
    expect(codes).toEqual([0x10, 0x11])
  })

  it('refuses to send base messages and messages that do not fit in a frame', async () => {
    const { caller } = await pair()
    expect(() => caller.send(0x02, emptyList)).toThrow(RangeError)
    expect(caller.send(0x18, new Uint8Array(8 << 20))).toBe(false)
  })

  it.each([
    ['a changed frame', (frame: Uint8Array) => frame.map((byte, index) => (index === 40 ? byte ^ 1 : byte))],
    ['noise', () => Uint8Array.from(randomBytes(200))],
  ])('closes on %s with the reason bad protocol', async (_name, change) => {
    const { raw, called } = await rawPair()
    const { frames, closed } = recorded(called)
    raw.socket.write(change(raw.writer.write(0x18, new Uint8Array(50))))
    const { code, payload } = await raw.frame()
    expect(code).toBe(baseCodes.disconnect)
    expect(decodeDisconnect(payload)).toBe(disconnectReasons.badProtocol)
    await eventually(() => expect(closed).toMatchObject([{ by: 'failure', kind: 'protocol' }]))
    expect(frames).toEqual([])
  })
})
