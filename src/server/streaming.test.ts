import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limitExceeded } from '../rpc/errors/errors.ts'
import { StreamedJson } from '../rpc/json/streamedJson.ts'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

/** Pieces that a test releases one by one; records requests for pieces and the end. */
class Source implements AsyncIterableIterator<string> {
  readonly #piece: (index: number) => string | Promise<string> | undefined
  asked = 0
  isStopped = false

  constructor(piece: (index: number) => string | Promise<string> | undefined) {
    this.#piece = piece
  }

  async next(): Promise<IteratorResult<string>> {
    const value = await this.#piece(this.asked++)
    return value === undefined ? { done: true, value } : { done: false, value }
  }

  async return(): Promise<IteratorResult<string>> {
    this.isStopped = true
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

const never = new Promise<string>(() => {})
const listed = (...pieces: readonly (string | Promise<string>)[]) => new Source((index) => pieces[index])
const failing = (index: number, pieces: readonly string[] = ['[1', ',2']) =>
  new Source((asked) => (asked === index ? Promise.reject(new Error('secret detail')) : pieces[asked]))
const ask = '{"jsonrpc":"2.0","id":7,"method":"test_stream"}'

function openStreaming(source: Source, limits = {}) {
  const methods = { test_stream: () => new StreamedJson(source) }
  return openServerWorld({
    networks: [new TestNetwork('regtest', methods)],
    hasAdmin: true,
    limits: { keptBackBytes: 1, ...limits },
  })
}

async function connectAndAsk(source: Source, limits = {}, headers = '') {
  const world = await openStreaming(source, limits)
  const client = await world.connect()
  client.socket.write(
    `POST / HTTP/1.1\r\ncontent-type: application/json\r\n${headers}content-length: ${ask.length}\r\n\r\n${ask}`,
  )
  return { world, client }
}

describe('an answer in pieces', () => {
  it('is sent while it is made', async () => {
    let letOut: (piece: string) => void = () => {}
    const source = listed('[1', new Promise((resolve) => (letOut = resolve)))
    const { client } = await connectAndAsk(source)
    await expect.poll(() => client.received).toContain('{"jsonrpc":"2.0","id":7,"result":')
    expect(client.received).toContain('transfer-encoding: chunked')
    letOut(',2]')
    await expect.poll(() => client.received).toMatch(/,2\]\r\n1\r\n}\r\n0\r\n\r\n$/)
  })

  it('has its length if it is complete before the first byte is sent', async () => {
    const { client } = await connectAndAsk(listed('[1', ',2]'), { keptBackBytes: 100 })
    await expect.poll(() => client.received).toContain('"result":[1,2]}')
    expect(client.received).toContain('content-length: 39\r\n')
  })

  it('is one JSON text, and the connection stays open', async () => {
    const world = await openStreaming(listed('["a",', '', '"b"', ']'))
    expect((await world.post(ask)).body).toEqual({ jsonrpc: '2.0', id: 7, result: ['a', 'b'] })
    expect((await world.call('test_name')).status).toBe(200)
    expect(await world.metrics()).toContain(
      'cambium_call_seconds_count{network="regtest",method="test_stream"} 1',
    )
  })

  it('is compressed for clients that accept it', async () => {
    const source = listed('"', 'x'.repeat(5_000), '"')
    const { client } = await connectAndAsk(source, {}, 'accept-encoding: gzip\r\nconnection: close\r\n')
    const chunks: Buffer[] = []
    client.socket.on('data', (chunk) => chunks.push(chunk))
    await client.closed
    const bytes = Buffer.concat(chunks)
    const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
    expect(client.received).toContain('content-encoding: gzip')
    expect(JSON.parse(gunzipSync(unchunked(body)).toString()).result).toHaveLength(5_000)
  })

  it('is made only as fast as the client reads', async () => {
    const source = new Source(() => 'x'.repeat(100_000))
    const { client } = await connectAndAsk(source)
    client.socket.pause()
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = before === source.asked
          before = source.asked
          return isStill && source.asked > 0
        },
        { interval: 100 },
      )
      .toBe(true)
    expect(source.asked).toBeLessThan(200)
    client.socket.destroy()
    await expect.poll(() => source.isStopped).toBe(true)
  })

  it.each([
    ['between two pieces', () => new Source((index) => (index < 3 ? '[' : never))],
    ['before the first', () => listed(never)],
  ])('ends when the client disconnects %s', async (_, create) => {
    const source = create()
    const { client } = await connectAndAsk(source)
    await expect.poll(() => source.asked).toBeGreaterThan(0)
    client.socket.destroy()
    await expect.poll(() => source.isStopped).toBe(true)
  })

  it('that takes too long is cut off', async () => {
    const source = listed('[1', never)
    const { client } = await connectAndAsk(source, { answerTimeoutMs: 50 })
    await client.closed
    expect(source.isStopped).toBe(true)
    expect(client.received).toContain('[1')
    expect(client.received).not.toContain('\r\n0\r\n')
  })

  it('stops after its time although the client does not read', async () => {
    const source = new Source(() => 'x'.repeat(1_000_000))
    const { client } = await connectAndAsk(source, { answerTimeoutMs: 100 })
    client.socket.pause()
    await expect.poll(() => source.isStopped).toBe(true)
  })

  it('that grows too long is cut off', async () => {
    const source = new Source(() => 'x'.repeat(1_000))
    const { client } = await connectAndAsk(source, { answerBytes: 10_000 })
    await client.closed
    expect(source.isStopped).toBe(true)
    expect(client.received.length).toBeLessThan(11_000)
  })

  it('that fails in the middle is cut off without details, and logged', async () => {
    const { client, world } = await connectAndAsk(failing(2))
    await client.closed
    expect(client.received).toContain(',2')
    expect(client.received).not.toContain('secret')
    expect(client.received).not.toContain('\r\n0\r\n')
    const metrics = await world.metrics()
    expect(metrics).toContain('cambium_errors_total{network="regtest",code="-32603"} 1')
    expect(metrics).toContain('cambium_cut_off_answers_total 1\n')
    expect(world.logged).toContainEqual({
      event: 'cut-off',
      fields: expect.objectContaining({ network: 'regtest', reason: 'Internal server error' }),
    })
    await expect((await openStreaming(failing(2))).post(ask)).rejects.toThrow()
  })

  it('is sent as a whole to a client of HTTP/1.0, which could not detect a missing part', async () => {
    const askOld = async (source: Source): Promise<string> => {
      const client = await (await openStreaming(source)).connect()
      client.socket.write(
        `POST / HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${ask.length}\r\n\r\n${ask}`,
      )
      await client.closed
      return client.received
    }
    expect(await askOld(failing(2))).toMatch(/"error":\{"code":-32603,[^[]*$/)
    expect(await askOld(listed('[1', ',2]'))).toMatch(/content-length: 39\r\n.*"result":\[1,2\]\}$/s)
  })

  it('that fails among the text that is kept back is an error', async () => {
    const tooLong = new Source(() => 'x'.repeat(1_000))
    const limits = { keptBackBytes: 100_000, answerBytes: 10_000 }
    expect((await (await openStreaming(tooLong, limits)).post(ask)).body).toMatchObject({
      id: 7,
      error: { code: -32011, message: 'Response size limit of 10000 bytes exceeded' },
    })
    expect(tooLong.isStopped).toBe(true)
    const { body } = await (await openStreaming(failing(2), { keptBackBytes: 100 })).post(ask)
    expect(body).toMatchObject({ id: 7, error: { code: -32603 } })
    const late = listed('[1', never)
    const { body: timedOut } = await (
      await openStreaming(late, { keptBackBytes: 100, answerTimeoutMs: 30 })
    ).post(ask)
    expect(timedOut?.error?.code).toBe(-32011)
    expect(late.isStopped).toBe(true)
  })

  it('that fails before the first piece is an error', async () => {
    const refused = new Source(() => Promise.reject(limitExceeded('traces')))
    expect((await (await openStreaming(refused)).post(ask)).body).toMatchObject({
      id: 7,
      error: { code: -32005, data: 'traces' },
    })
    const { body, text } = await (await openStreaming(failing(0))).post(ask)
    expect(body).toMatchObject({ id: 7, error: { code: -32603 } })
    expect(text).not.toContain('secret')
    const late = listed(never)
    expect((await (await openStreaming(late, { answerTimeoutMs: 30 })).post(ask)).body?.error?.code).toBe(
      -32011,
    )
    expect(late.isStopped).toBe(true)
  })
})

describe('in batches and over WebSocket', () => {
  const overBatch = async (source: Source, limits = {}) => {
    const { text } = await (await openStreaming(source, limits)).post(
      `[${ask},{"id":8,"method":"test_name"}]`,
    )
    return JSON.parse(text)
  }
  const overSocket = async (source: Source, limits = {}) => {
    const client = await (await openStreaming(source, limits)).openSocket()
    client.send(ask)
    return client.next()
  }

  it('pieces are joined', async () => {
    expect(await overBatch(listed('[1', ',2]'))).toMatchObject([{ id: 7, result: [1, 2] }, { id: 8 }])
    expect(await overSocket(listed('[1', ',2]'))).toEqual({ jsonrpc: '2.0', id: 7, result: [1, 2] })
  })

  it('all failures are errors', async () => {
    const tooLong = { id: 7, error: { code: -32011, message: 'Response size limit of 1000 bytes exceeded' } }
    const endless = () => new Source(() => 'x'.repeat(100))
    expect(await overBatch(endless(), { answerBytes: 1_000 })).toMatchObject([tooLong, { id: 8 }])
    expect(await overSocket(endless(), { answerBytes: 1_000 })).toMatchObject(tooLong)
    expect(await overBatch(failing(2))).toMatchObject([{ error: { code: -32603 } }, { id: 8 }])
    expect(await overSocket(failing(2))).toMatchObject({ id: 7, error: { code: -32603 } })
    const late = listed('[1', never)
    expect(await overSocket(late, { answerTimeoutMs: 30 })).toMatchObject({ error: { code: -32011 } })
    expect(late.isStopped).toBe(true)
  })
})

it('long methods have the longer timeout', async () => {
  const methods = { test_work: () => never, test_long_work: () => later(60) }
  const world = await openServerWorld({
    networks: [new TestNetwork('regtest', methods)],
    limits: { answerTimeoutMs: 20, longAnswerTimeoutMs: 5_000 },
  })
  expect((await world.call('test_work')).body?.error?.code).toBe(-32011)
  expect((await world.call('test_long_work')).body?.result).toBe('done')
})

const later = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = []
  let rest = body
  for (;;) {
    const lineEnd = rest.indexOf('\r\n')
    const length = Number.parseInt(rest.subarray(0, lineEnd).toString(), 16)
    if (length === 0) return Buffer.concat(parts)
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + length))
    rest = rest.subarray(lineEnd + 4 + length)
  }
}
