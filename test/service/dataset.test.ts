import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventTopic, openSampleChain, type SampleChain, word } from './sampleChain.ts'
import { cow, cow1, openService, type ServedResponse, type ServiceWorld } from './serviceWorld.ts'

/* The dataset URL: the Portal's streams and the gateway's queries. */

let sample: SampleChain
let world: ServiceWorld
beforeAll(async () => {
  sample = await openSampleChain()
  world = sample.world
})
afterAll(() => world.close())

interface StreamedBlock {
  readonly header: { readonly number: number; readonly hash: string; readonly [member: string]: unknown }
  readonly logs?: readonly Record<string, unknown>[]
  readonly transactions?: readonly Record<string, unknown>[]
  readonly traces?: readonly Record<string, unknown>[]
  readonly stateDiffs?: readonly Record<string, unknown>[]
}

const query = (members: object): string => JSON.stringify({ type: 'evm', ...members })
const linesOf = ({ text }: ServedResponse): StreamedBlock[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const stream = (members: object, path = '/data/stream') => world.post(query(members), path)
const blocksOf = async (members: object): Promise<StreamedBlock[]> => linesOf(await stream(members))
const numbersOf = (blocks: readonly StreamedBlock[]): number[] => blocks.map(({ header }) => header.number)
const get = async (path: string): Promise<ServedResponse> => {
  const response = await fetch(`${world.url}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a stream', () => {
  it('has the first and the last block of its range, and the blocks with a match in between', async () => {
    const response = await stream({ fromBlock: 0, logs: [{ topic0: [eventTopic] }] })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/jsonl')
    expect(response.headers.get('x-sqd-head-number')).toBe('3')
    const blocks = linesOf(response)
    expect(numbersOf(blocks)).toEqual([0, 2, 3])
    expect(blocks.map(({ logs }) => logs)).toEqual([
      undefined,
      [{ logIndex: 0, transactionIndex: 0 }],
      undefined,
    ])
    expect(numbersOf(await blocksOf({ fromBlock: 1, toBlock: 1, logs: [{}] }))).toEqual([1])
    expect(numbersOf(await blocksOf({ includeAllBlocks: true }))).toEqual([0, 1, 2, 3])
  })

  it('has the chosen members of logs, their transactions and blocks', async () => {
    const { contract, logging } = sample
    const [block] = await blocksOf({
      fromBlock: 2,
      toBlock: 2,
      fields: {
        block: { timestamp: true, gasUsed: true },
        log: { address: true, topics: true, data: true, transactionHash: true },
        transaction: { hash: true, from: true, to: true, sighash: true, status: true, value: true },
      },
      logs: [{ address: [contract], transaction: true }],
    })
    const known = await world.result<{ timestamp: string; gasUsed: string }>('eth_getBlockByNumber', [
      '0x2',
      false,
    ])
    expect(block).toEqual({
      header: {
        number: 2,
        hash: logging.blockHash,
        parentHash: sample.deployment.blockHash,
        timestamp: Number(known.timestamp),
        gasUsed: known.gasUsed,
      },
      transactions: [
        {
          transactionIndex: 0,
          hash: logging.transactionHash,
          from: cow,
          to: contract,
          sighash: '0x00000000',
          status: 1,
          value: '0x0',
        },
      ],
      logs: [
        {
          logIndex: 0,
          transactionIndex: 0,
          transactionHash: logging.transactionHash,
          address: contract,
          topics: [eventTopic, word(7)],
          data: word(7),
        },
      ],
    })
  })

  it('has transactions by their accounts, with their logs and traces', async () => {
    const { contract, logging } = sample
    const blocks = await blocksOf({
      fromBlock: 1,
      fields: {
        transaction: { hash: true },
        trace: { callFrom: true, callTo: true, callResultOutput: true, createResultAddress: true },
      },
      transactions: [{ to: [contract], logs: true, traces: true }],
    })
    expect(blocks[1]).toMatchObject({
      transactions: [{ transactionIndex: 0, hash: logging.transactionHash }],
      logs: [{ logIndex: 0, transactionIndex: 0 }],
      traces: [
        {
          transactionIndex: 0,
          traceAddress: [],
          type: 'call',
          action: { from: cow, to: contract },
          result: { output: word(7) },
        },
      ],
    })
    expect(numbersOf(blocks)).toEqual([1, 2, 3])
    const toNobody = await blocksOf({ fromBlock: 1, transactions: [{ to: [] }, { from: [cow1] }] })
    expect(toNobody.map(({ transactions }) => transactions)).toEqual([undefined, undefined])
  })

  it('has traces with their transactions', async () => {
    const created = await blocksOf({
      fields: { trace: { createFrom: true, createResultAddress: true }, transaction: { to: true } },
      traces: [{ type: ['create'], createFrom: [cow], transaction: true }],
    })
    expect(created[1]).toMatchObject({
      header: { number: 1 },
      traces: [{ type: 'create', action: { from: cow }, result: { address: sample.contract } }],
      transactions: [{ transactionIndex: 0, to: null }],
    })
  })

  it('has the changes of the state with their transactions', async () => {
    const { contract, logging } = sample
    const chosen = { kind: true, prev: true, next: true }
    const created = await blocksOf({
      fields: { stateDiff: chosen, transaction: { hash: true } },
      stateDiffs: [{ address: [contract], kind: ['+'], key: ['nonce'], transaction: true }],
    })
    expect(numbersOf(created)).toEqual([0, 1, 3])
    expect(created[1]).toMatchObject({
      transactions: [{ transactionIndex: 0, hash: sample.deployment.transactionHash }],
      stateDiffs: [
        { transactionIndex: 0, address: contract, key: 'nonce', kind: '+', prev: null, next: '0x0' },
      ],
    })
    const [caller] = await blocksOf({
      fromBlock: 2,
      toBlock: 2,
      fields: { stateDiff: chosen },
      stateDiffs: [{ address: [cow], key: ['nonce'] }],
      logs: [{ address: [contract] }],
    })
    expect(caller).toMatchObject({
      header: { hash: logging.blockHash },
      stateDiffs: [{ transactionIndex: 0, address: cow, key: 'nonce', kind: '*', prev: '0x1', next: '0x2' }],
    })
    const related = await blocksOf({ logs: [{ address: [contract], transactionStateDiffs: true }] })
    const addresses = related[1]?.stateDiffs?.map(({ address }) => address)
    expect(addresses).toContain(cow)
    expect(await blocksOf({ stateDiffs: [{ kind: ['='] }, { address: [] }] })).toMatchObject([
      { header: { number: 0 } },
      { header: { number: 3 } },
    ])
  })

  it('above the best block has no content', async () => {
    const { status, text, headers } = await stream({ fromBlock: 4 })
    expect([status, text, headers.get('x-sqd-head-number')]).toEqual([204, '', '3'])
    expect((await stream({ fromBlock: 5, parentBlockHash: word(1) })).status).toBe(204)
  })

  it('after a block of another branch is refused with the blocks before', async () => {
    const { logging, deployment } = sample
    const { hash: genesis } = await world.result<{ hash: string }>('eth_getBlockByNumber', ['0x0', false])
    const { status, text, headers } = await stream({ fromBlock: 3, parentBlockHash: word(1) })
    expect(headers.get('x-cambium-genesis')).toBe(genesis)
    expect(status).toBe(409)
    expect(JSON.parse(text)).toEqual({
      previousBlocks: [
        { number: 0, hash: genesis },
        { number: 1, hash: deployment.blockHash },
        { number: 2, hash: logging.blockHash },
      ],
    })
    expect((await stream({ fromBlock: 3, parentBlockHash: logging.blockHash })).status).toBe(200)
  })

  it('of final blocks ends ten blocks below the best one on a local chain', async () => {
    expect((await stream({ fromBlock: 1 }, '/data/finalized-stream')).status).toBe(204)
    const lines = linesOf(await stream({ fromBlock: 0 }, '/data/finalized-stream'))
    expect(numbersOf(lines)).toEqual([0])
  })

  it('is compressed for clients that accept compression', async () => {
    const response = await world.post(
      query({ includeAllBlocks: true, fields: { block: { logsBloom: true } } }),
      '/data/stream',
      {
        'accept-encoding': 'gzip',
      },
    )
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(linesOf(response)).toHaveLength(4)
  })
})

describe('the other resources', () => {
  it('return the heads and the height', async () => {
    const { transfer } = sample
    expect(JSON.parse((await get('/data/head')).text)).toEqual({ number: 3, hash: transfer.blockHash })
    expect(JSON.parse((await get('/data/finalized-head')).text)).toMatchObject({ number: 0 })
    expect((await get('/data/height')).text).toBe('0')
    expect(JSON.parse((await get('/regtest/data/metadata')).text)).toEqual({
      dataset: 'regtest',
      aliases: [],
      real_time: true,
      start_block: 0,
    })
  })

  it('of a gateway are a URL and an array of final blocks', async () => {
    const worker = await get('/regtest/some-key/data/0/worker')
    expect(worker.text).toBe(`${world.url}/regtest/some-key/data`)
    const response = await fetch(worker.text, { method: 'POST', body: query({ fromBlock: 0 }) })
    expect(await response.json()).toMatchObject([{ header: { number: 0 } }])
    const { status, text } = await world.post(query({ fromBlock: 1 }), '/data')
    expect([status, JSON.parse(text).error.message]).toEqual([
      400,
      'invalid request: block 1 is not final yet: the height is 0',
    ])
    expect((await get('/data/1/worker')).status).toBe(400)
  })

  it.each([
    ['GET', '/data/stream', 405],
    ['POST', '/data/head', 405],
    ['GET', '/data/nothing', 404],
    ['GET', '/data/stream/more', 404],
    ['PUT', '/data/stream', 405],
    ['POST', '/a/b/data/stream', 404],
  ])('refuse %s %s with %i', async (method, path, status) => {
    const body = method === 'GET' ? {} : { body: '{}' }
    expect((await fetch(`${world.url}${path}`, { method, ...body })).status).toBe(status)
  })
})

describe('a wrong query is refused with a message', () => {
  it.each([
    ['5', 'invalid request: the query must be an object'],
    ['{', 'JSON parse error'],
    [query({ type: 'solana' }), 'invalid query: type must be "evm", not "solana"'],
    [query({ from: 1 }), 'invalid query: the query has the unknown member "from"'],
    [query({ fromBlock: '0x1' }), 'invalid query: fromBlock must be a whole number, not "0x1"'],
    [query({ fromBlock: 2, toBlock: 1 }), 'invalid query: toBlock 1 is below fromBlock 2'],
    [query({ logs: {} }), 'invalid query: logs must be a list'],
    [query({ logs: [5] }), 'invalid query: logs[0] must be an object'],
    [query({ logs: [{ topic4: [] }] }), 'invalid query: logs[0] has the unknown member "topic4"'],
    [
      query({ logs: [{ address: ['0x12'] }] }),
      'invalid query: logs[0].address[0] must be 20 bytes in hex, not "0x12"',
    ],
    [
      query({ fields: { log: { colour: true } } }),
      'invalid query: fields.log has the unknown member "colour"',
    ],
    [query({ fields: { log: { data: 1 } } }), 'invalid query: fields.log.data must be true or false'],
    [
      query({ traces: [{ type: ['x'] }] }),
      'invalid query: traces[0].type[0] must be one of create, call, suicide, reward',
    ],
    [
      query({ stateDiffs: [{ key: ['colour'] }] }),
      'invalid query: stateDiffs[0].key[0] must be 32 bytes in hex, not "colour"',
    ],
    [query({ stateDiffs: [{ kind: ['x'] }] }), 'invalid query: stateDiffs[0].kind[0] must be one of = + * -'],
    [
      query({ logs: Array.from({ length: 101 }, () => ({})) }),
      'invalid query: more than 100 requests for logs, transactions, traces and state differences',
    ],
  ])('%s', async (body, message) => {
    for (const path of ['/data/stream', '/data']) {
      const { status, text } = await world.post(body, path)
      expect([status, JSON.parse(text).error.message]).toEqual([400, message])
    }
  })
})

describe('with API keys', () => {
  it('the key stands before data, or in a header', async () => {
    const guarded = await openService({ needsKeys: true })
    try {
      const { text: secret } = guarded.keyring.create({ label: 'indexer' })
      const body = query({ fromBlock: 0 })
      expect((await guarded.post(body, `/${secret}/data/stream`)).status).toBe(200)
      expect((await guarded.post(body, '/data/stream', { 'x-api-key': secret })).status).toBe(200)
      expect((await guarded.post(body, '/data/stream')).status).toBe(401)
      expect((await fetch(`${guarded.url}/data/head`)).status).toBe(401)
    } finally {
      await guarded.close()
    }
  })
})
