import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomIdentity } from '../identity/keptIdentity.ts'
import { acceptConnections } from './acceptConnections.ts'
import { baseCodes, decodeDisconnect, emptyList, encodeDisconnect } from './baseProtocol.ts'
import { connect } from './connect.ts'
import { disconnectReasons } from './disconnectReason.ts'
import { initiate } from './handshake.ts'
import { TransportError } from './transportError.ts'
import type { TransportLimits } from './transportParts.ts'
import {
  clientParts,
  eventually,
  ListeningNode,
  RawCaller,
  rawSocket,
  recorded,
  silentSocket,
} from './transportWorld.cases.ts'

const often = { perSecond: 10_000, burst: 10_000 }
const unbounded = { each: often, together: often }

const closing: (() => unknown)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

async function listening(limits: Partial<TransportLimits> = {}, admits = true): Promise<ListeningNode> {
  const node = await ListeningNode.open({ closingMs: 100, ...limits }, admits)
  closing.push(() => node.close())
  return node
}

const failuresOf = (node: ListeningNode): string[] => node.failures.map(({ failure }) => failure)

async function failureOf(calling: Promise<unknown>): Promise<TransportError> {
  const error = await calling.then(
    () => undefined,
    (problem: unknown) => problem,
  )
  if (!(error instanceof TransportError)) throw new Error(`no TransportError but ${error}`)
  return error
}

/** A server that handles every caller with the given function. */
async function server(
  behave: (socket: Socket) => void,
): Promise<{ host: string; port: number; id: Uint8Array }> {
  const sockets: Socket[] = []
  const listener = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    behave(socket)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { host: '127.0.0.1', port, id: randomIdentity(randomBytes).id }
}

describe('a listening node', () => {
  it('reads an auth that arrives byte by byte', async () => {
    const node = await listening()
    const raw = await RawCaller.open(node, 1)
    raw.socket.write(raw.hello())
    await eventually(() => expect(node.connections).toHaveLength(1))
  })

  it('reads auth, Hello and first messages however they are split', async () => {
    const node = await listening()
    const raw = await RawCaller.open(node)
    const bytes = Buffer.concat([
      raw.hello(),
      raw.writer.write(0x10, emptyList),
      raw.writer.write(0x11, emptyList),
    ])
    for (let at = 0; at < bytes.length; at += 7) {
      await new Promise((resolve) => raw.socket.write(bytes.subarray(at, at + 7), resolve))
    }
    await eventually(() => expect(node.connections).toHaveLength(1))
    const codes: number[] = []
    node.connections[0]!.start({ frame: (code) => codes.push(code), closed: () => undefined })
    await eventually(() => expect(codes).toEqual([0x10, 0x11]))
  })

  it('resets the socket of a caller that is not admitted', async () => {
    const node = await listening({}, false)
    const { failure } = await failureOf(node.call())
    expect(['unreachable', 'lost']).toContain(failure)
    expect(node.asked).toEqual(['127.0.0.1'])
    expect(node.failures).toEqual([])
  })

  it('limits the time of each stage', async () => {
    const node = await listening({ keyExchangeMs: 500, helloMs: 500 })
    const silent = await rawSocket(node.target.port)
    const dribbling = await rawSocket(node.target.port)
    const dripping = setInterval(() => dribbling.write(Uint8Array.of(1)), 5)
    const greeted = await RawCaller.open(node)
    await eventually(() => expect(failuresOf(node)).toEqual(['timeout', 'timeout', 'timeout']))
    clearInterval(dripping)
    await eventually(() => {
      for (const socket of [silent, dribbling, greeted.socket])
        expect(socket.readableEnded || socket.destroyed).toBe(true)
    })
    for (const socket of [silent, dribbling, greeted.socket]) socket.destroy()
  })

  it('refuses a Hello of another version with the reason incompatible protocol', async () => {
    const node = await listening()
    const raw = await RawCaller.open(node)
    raw.socket.write(raw.hello({ p2pVersion: 3 }))
    const { code, payload } = await raw.frame()
    expect(code).toBe(baseCodes.disconnect)
    expect(decodeDisconnect(payload)).toBe(disconnectReasons.incompatibleProtocol)
    await eventually(() => expect(failuresOf(node)).toEqual(['unsuited']))
  })

  it('answers version 4 to a node that offers 5', async () => {
    const node = await listening()
    const raw = await RawCaller.open(node)
    raw.socket.write(raw.hello({ p2pVersion: 5 }))
    const { payload } = await raw.frame()
    expect(payload[2]).toBe(4)
    expect(node.connections[0]!.remote.p2pVersion).toBe(5)
  })

  it.each([
    ['another message', (raw: RawCaller) => raw.writer.write(0x18, emptyList), 'protocol'],
    ['a Hello of no fields', (raw: RawCaller) => raw.writer.write(baseCodes.hello, emptyList), 'protocol'],
    [
      'a Hello as long as a block',
      (raw: RawCaller) => raw.hello({ clientId: 'x'.repeat(20_000) }),
      'protocol',
    ],
    ['noise', () => Uint8Array.from(randomBytes(64)), 'protocol'],
    ['a goodbye', (raw: RawCaller) => raw.writer.write(baseCodes.disconnect, encodeDisconnect(4)), 'refused'],
  ])('ends the handshake of a caller that begins with %s', async (_name, bytes, failure) => {
    const node = await listening()
    const raw = await RawCaller.open(node)
    raw.socket.write(bytes(raw))
    await eventually(() => expect(failuresOf(node)).toEqual([failure]))
    expect(node.connections).toEqual([])
  })

  it('accepts a valid handshake after truncated, changed and random ones', async () => {
    const node = await listening({ keyExchangeMs: 500, handshakesPerAddress: 100, callRates: unbounded })
    const attempts = Array.from({ length: 40 }, async (_, round) => {
      const { auth } = initiate(randomIdentity(randomBytes), node.identity.id, randomBytes)
      const bytes = hostileAuth(auth, round)
      const socket = await rawSocket(node.target.port)
      socket.resume()
      if (round % 2 === 0) socket.end(bytes)
      else socket.write(bytes)
      await once(socket, 'close')
    })
    await Promise.all(attempts)
    await eventually(() => expect(node.failures).toHaveLength(40))
    expect(node.connections).toEqual([])
    await node.call()
  })

  it('limits handshakes in progress, resets further callers, and accepts calls again afterwards', async () => {
    const node = await listening({
      handshakes: 20,
      handshakesPerAddress: 10,
      keyExchangeMs: 30_000,
      callRates: unbounded,
    })
    const sockets = Array.from({ length: 200 }, () => silentSocket(node.target.port))
    await eventually(() => expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(190))
    expect(node.asked).toHaveLength(10)
    for (const socket of sockets) socket.destroy()
    await eventually(() => expect(node.failures).toHaveLength(10))
    await node.call()
  })

  it('ends the oldest handshake to make room for a new one', async () => {
    const limits = { handshakes: 3, keyExchangeMs: 30_000, undisturbedMs: 30, callRates: unbounded }
    const node = await listening(limits)
    const silent = Array.from({ length: 3 }, () => silentSocket(node.target.port))
    await eventually(() => expect(node.asked).toHaveLength(3))
    await vi.waitFor(() => node.call(), { timeout: 60_000, interval: 10 })
    expect(failuresOf(node)).toEqual(['aborted'])
    for (const socket of silent) socket.destroy()
  })

  it('limits the rate of calls of one address', async () => {
    const callRates = { each: { perSecond: 0.001, burst: 3 }, together: often }
    const node = await listening({ callRates })
    for (let call = 0; call < 3; call++) await node.call()
    const { failure } = await failureOf(node.call())
    expect(['unreachable', 'lost']).toContain(failure)
    expect(node.connections).toHaveLength(3)
  })

  it('does not count calls that are not admitted', async () => {
    const node = await listening(
      { callRates: { each: often, together: { perSecond: 0.001, burst: 1 } } },
      false,
    )
    for (let call = 0; call < 3; call++) await failureOf(node.call())
    node.admits = true
    await node.call()
  })

  it('reports an error that its owner throws, and keeps running', async () => {
    const node = await listening()
    node.onConnection = () => {
      throw new Error('a full disk')
    }
    const { closed } = recorded(await node.call())
    await eventually(() => expect(node.failures.map(({ message }) => message)).toEqual(['a full disk']))
    await eventually(() => expect(closed).toHaveLength(1))
    node.onConnection = undefined
    await node.call()
  })

  it('refuses a node without a common protocol with the reason useless peer', async () => {
    const node = await listening()
    const raw = await RawCaller.open(node)
    raw.socket.write(
      raw.hello({
        capabilities: [
          { name: 'eth', version: 62 },
          { name: 'rsk', version: 61 },
        ],
      }),
    )
    const { code, payload } = await raw.frame()
    expect(code).toBe(baseCodes.disconnect)
    expect(decodeDisconnect(payload)).toBe(disconnectReasons.uselessPeer)
    await eventually(() => expect(failuresOf(node)).toEqual(['unsuited']))
  })

  it('accepts 60 callers at the same time', async () => {
    const limits = {
      keyExchangeMs: 30_000,
      helloMs: 30_000,
      handshakesPerAddress: 60,
      callRates: unbounded,
    }
    const node = await listening(limits)
    await Promise.all(Array.from({ length: 60 }, () => node.call({ connectMs: 30_000, ...limits })))
    await eventually(() => expect(node.connections).toHaveLength(60))
  })

  it('ends handshakes in progress when it closes', async () => {
    const node = await ListeningNode.open()
    const socket = await rawSocket(node.target.port)
    await eventually(() => expect(node.asked).toHaveLength(1))
    await node.close()
    await eventually(() => expect(failuresOf(node)).toEqual(['aborted']))
    socket.destroy()
  })

  it('rejects when its port is taken', async () => {
    const node = await listening()
    const options = { ...clientParts, host: '127.0.0.1', port: node.target.port, identity: node.identity }
    const callbacks = { admit: () => true, onConnection: () => undefined, onFailure: () => undefined }
    await expect(acceptConnections({ ...options, ...callbacks })).rejects.toThrow('EADDRINUSE')
  })

  it('refuses to connect with itself', async () => {
    const node = await listening()
    const error = await failureOf(connect(node.target, node.identity, clientParts))
    expect(error).toMatchObject({ failure: 'unsuited', reason: disconnectReasons.localIdentity })
  })
})

describe('calling a node', () => {
  it('fails when no node listens', async () => {
    const node = await ListeningNode.open()
    await node.close()
    expect((await failureOf(node.call())).failure).toBe('unreachable')
  })

  it('fails when the node has an unexpected id', async () => {
    const node = await listening()
    const target = { ...node.target, id: randomIdentity(randomBytes).id }
    const error = await failureOf(connect(target, randomIdentity(randomBytes), clientParts))
    expect(error.failure).toBe('lost')
    await eventually(() => expect(failuresOf(node)).toEqual(['protocol']))
  })

  it('fails when the server accepts the call and sends nothing', async () => {
    const target = await server(() => undefined)
    const options = { ...clientParts, limits: { keyExchangeMs: 50 } }
    expect((await failureOf(connect(target, randomIdentity(randomBytes), options))).failure).toBe('timeout')
  })

  it.each([
    ['noise', Uint8Array.from({ length: 3000 }, (_, index) => (index * 7) & 0xff)],
    ['an ack of no length', Uint8Array.of(0, 0)],
    ['an ack of 64 KiB', Uint8Array.of(0xff, 0xff)],
  ])('fails at once when the answer is %s', async (_name, bytes) => {
    const target = await server((socket) => socket.write(bytes))
    expect((await failureOf(connect(target, randomIdentity(randomBytes), clientParts))).failure).toBe(
      'protocol',
    )
  })

  it('can be aborted', async () => {
    const target = await server(() => undefined)
    const giveUp = new AbortController()
    const calling = failureOf(connect(target, randomIdentity(randomBytes), clientParts, giveUp.signal))
    setTimeout(() => giveUp.abort(), 30)
    expect((await calling).failure).toBe('aborted')
    const late = connect(target, randomIdentity(randomBytes), clientParts, giveUp.signal)
    expect((await failureOf(late)).failure).toBe('aborted')
  })
})

/** An auth that is wrong in one of several ways. Each handshake ends at once or at its time limit. */
function hostileAuth(auth: Uint8Array, round: number): Uint8Array {
  const bytes = Uint8Array.from(auth)
  const place = Math.floor(Math.random() * bytes.length)
  switch (round % 5) {
    case 0:
      return bytes.subarray(0, place)
    case 1:
      bytes[place]! ^= 1 + Math.floor(Math.random() * 255)
      return bytes
    case 2:
      return Uint8Array.from(randomBytes(500))
    case 3:
      bytes.fill(0xff, 0, 2)
      return bytes
    default:
      return Uint8Array.from([0x04, ...randomBytes(600)])
  }
}
