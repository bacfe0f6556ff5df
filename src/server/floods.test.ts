import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

/** A masked frame whose mask is zero (RFC 6455, section 5.2). */
function frame(opcode: number, content: string): Buffer {
  const { length } = content
  const size = length < 126 ? [0x80 | length] : [0xff, 0, 0, 0, 0, ...bytesOf(length)]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size, 0, 0, 0, 0]), Buffer.from(content)])
}
/** A frame that begins or continues a message. */
const fragment = (opcode: number, content: string): Buffer => {
  const bytes = frame(opcode, content)
  bytes[0] = opcode
  return bytes
}
const bytesOf = (length: number): number[] => [24, 16, 8, 0].map((shift) => (length >>> shift) & 0xff)

const many = <Part>(count: number, part: (index: number) => Part): Part[] =>
  Array.from({ length: count }, (_, index) => part(index))

const call = (id: number, method: string): string => JSON.stringify({ jsonrpc: '2.0', id, method })

const post = (body: string): string =>
  `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** A method that takes a fifth of a millisecond. `onFirst` is called with its first call. */
function busyWorld(onFirst: () => void) {
  const calls = { count: 0 }
  const test_busy = (): null => {
    if (calls.count++ === 0) onFirst()
    const endMs = performance.now() + 0.2
    while (performance.now() < endMs);
    return null
  }
  return { calls, options: { networks: [new TestNetwork('regtest', { test_busy })] } }
}

describe('a client that sends hundreds of requests at once', () => {
  const count = 500

  it.each([
    ['HTTP', 'one connection', 1],
    ['WebSockets', 'one connection', 1],
    ['HTTP', 'many connections', 40],
    ['WebSockets', 'many connections', 40],
  ])('does not keep others waiting, over %s and %s', async (protocol, _, connections) => {
    const each = Math.floor(count / connections)
    const all = connections * each
    let callsBefore: Promise<number> = Promise.resolve(all)
    const ask = async (): Promise<number> => {
      expect((await world.call('test_name')).status).toBe(200)
      return calls.count
    }
    const { calls, options } = busyWorld(() => {
      callsBefore = ask()
    })
    const world = await openServerWorld(options)
    const isHttp = protocol === 'HTTP'
    const open = async () => (isHttp ? (await world.connect()).socket : (await world.openSocket()).rawSocket)
    const sockets = await Promise.all(many(connections, open))
    const requests = many(each, (id) => call(id, 'test_busy')).map((text) =>
      isHttp ? Buffer.from(post(text)) : frame(1, text),
    )
    for (const socket of sockets) socket.write(Buffer.concat(requests))
    await expect.poll(() => calls.count).toBe(all)
    expect(await callsBefore).toBeLessThan(all)
  })

  it('is answered in order', async () => {
    const world = await openServerWorld()
    const client = await world.openSocket()
    client.rawSocket.write(Buffer.concat(many(count, (id) => frame(1, call(id, 'test_name')))))
    const ids = []
    for (let received = 0; received < count; received++) ids.push((await client.next()).id)
    expect(ids).toEqual(many(count, (id) => id))
  })

  it('is answered in order, if they need a complete implementation of HTTP', async () => {
    const world = await openServerWorld()
    const connection = await world.connect()
    const ask = (id: number): string => post(call(id, 'test_name')).replace('host', 'te: trailers\r\nhost')
    connection.socket.write(many(count, ask).join(''))
    const ids = (): number[] => [...connection.received.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id))
    await expect.poll(() => ids().length).toBe(count)
    expect(ids()).toEqual(many(count, (id) => id))
  })
})

describe('a client of a WebSocket', () => {
  it('that sends several pings in one chunk gets one pong, for the last', async () => {
    const { socket, rawSocket } = await (await openServerWorld()).openSocket()
    const pongs: string[] = []
    socket.on('pong', (data) => pongs.push(data.toString()))
    const pings = many(5_000, (index) => `ping ${index}`)
    rawSocket.write(Buffer.concat(pings.map((ping) => frame(9, ping))))
    await expect.poll(() => pongs.at(-1)).toBe('ping 4999')
    expect(pongs.length).toBeLessThan(pings.length / 2)
  })

  it('is closed when a message comes in too many fragments', async () => {
    const { rawSocket, closed } = await (await openServerWorld()).openSocket()
    const fragments = many(2_000, (index) => fragment(index === 0 ? 1 : 0, 'x'))
    rawSocket.write(Buffer.concat(fragments))
    expect(await closed).toBe(1008)
  })

  it('pays for fragments and pings', async () => {
    const world = await openServerWorld({ needsKeys: true, elapsedMs: () => 0 })
    const open = () => world.openSocket(`/${world.createKey({ rate: { unitsPerSecond: 1, burst: 5 } })}`)
    const [few, fragments, pings] = [await open(), await open(), await open()]
    few.rawSocket.write(Buffer.concat(many(100, () => frame(9, ''))))
    // The first write runs into debt.
    for (const begin of [1, 0]) {
      fragments.rawSocket.write(Buffer.concat(many(300, (index) => fragment(index === 0 ? begin : 0, 'x'))))
      pings.rawSocket.write(Buffer.concat(many(300, () => frame(9, ''))))
      await sleep(50)
    }
    expect(await Promise.all([fragments.closed, pings.closed])).toEqual([1008, 1008])
    expect(await few.call('test_name')).toMatchObject({ result: 'regtest' })
  })

  it('that sends pings does not block the bodies of others', async () => {
    const world = await openServerWorld({ limits: { bufferedBodyBytes: 200_000 } })
    const clients = await Promise.all(many(5, () => world.openSocket()))
    const pings = Buffer.concat(many(2_000, () => frame(9, 'x'.repeat(100))))
    for (const { socket, rawSocket } of clients) {
      const last = new Promise((resolve) => {
        socket.on('pong', (data) => data.toString() === 'last' && resolve(undefined))
      })
      rawSocket.write(Buffer.concat([pings, frame(9, 'last')]))
      await last
    }
    expect((await world.post(`${call(1, 'test_name')}${' '.repeat(150_000)}`)).status).toBe(200)
  })

  it('holds no more of incomplete messages than its share', async () => {
    const world = await openServerWorld({ needsKeys: true, limits: { bufferedBodyBytes: 4 << 20 } })
    const [key, other] = [world.createKey(), world.createKey()]
    const clients = await Promise.all(many(4, () => world.openSocket(`/${key}`)))
    const honest = await world.openSocket(`/${other}`)
    const start = frame(1, 'x'.repeat(1_000_000)).subarray(0, 900_000)
    for (const { rawSocket } of clients) rawSocket.write(start)
    expect(await Promise.any(clients.map(({ closed }) => closed))).toBe(1013)
    honest.send(`{"id":1,"method":"test_name","params":["${'x'.repeat(800_000)}"]}`)
    expect(await honest.next()).toMatchObject({ id: 1, result: 'regtest' })
  })
})

describe('long bodies', () => {
  it('of one key do not block those of another', async () => {
    const world = await openServerWorld({ needsKeys: true, limits: { bufferedBodyBytes: 4 << 20 } })
    const [key, other] = [world.createKey(), world.createKey()]
    const body = `{"id":1,"method":"test_name","params":["${'x'.repeat(800_000)}"]}`
    // Bodies of one chunk each: a longer one that exceeds the share on its way is dropped whole, which makes room again.
    const startAndPost = async (): Promise<number> => {
      const { socket } = await world.connect()
      socket.write(
        `POST /${key} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(50_000)}`,
      )
      return (await world.post(body, `/${key}`)).status
    }
    await expect.poll(startAndPost, { timeout: 20_000, interval: 1 }).toBe(503)
    expect((await world.post(body, `/${other}`)).body?.result).toBe('regtest')
  })
})
