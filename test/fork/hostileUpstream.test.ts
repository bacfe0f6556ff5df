import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/primitives/hex.ts'
import type { UpstreamOptions } from '../../src/upstream/upstreamOptions.ts'
import { Origin } from './origin.ts'
import { contractBlocks, openSyncingNode, ownHeight, type SyncingNode } from './syncingNode.ts'

/* A node whose upstream returns one false value. */

const height = 195
const later = contractBlocks.filter(({ header }) => header.number > ownHeight && header.number <= height)
const [first, second] = later.filter(({ transactions }) => transactions.length > 1)

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
type Fields = Readonly<Record<string, unknown>>
/** Replaces the result of a call. */
type Lie = (result: Fields, call: Call) => unknown

let origin: Origin
beforeAll(async () => {
  origin = await Origin.open('contracts', height)
})
afterAll(() => origin.close())

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** Passes calls to the origin and its answers back, changed by the lies for their methods. */
class LyingUpstream {
  lies: Readonly<Record<string, Lie>> = {}
  /** Answers a request itself and returns true, or returns false to ask the origin. */
  answer: (calls: readonly Call[], response: ServerResponse) => boolean = () => false
  readonly asked: string[] = []

  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => {
        text += part
      })
      request.on('end', () => void this.#reply(text, response))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    endings.push(() => {
      server.close()
      server.closeAllConnections()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async #reply(text: string, response: ServerResponse): Promise<void> {
    const body: Call | Call[] = JSON.parse(text)
    const calls = Array.isArray(body) ? body : [body]
    this.asked.push(...calls.map(({ method }) => method))
    if (this.answer(calls, response)) return
    const answers = await Promise.all(calls.map((call) => this.#answerTo(call)))
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  }

  async #answerTo(call: Call): Promise<object> {
    const answer = await fetch(origin.url, { method: 'POST', body: JSON.stringify(call) })
    const { result, ...rest } = (await answer.json()) as { readonly result: Fields }
    const lie = this.lies[call.method]
    return {
      ...rest,
      ...(result !== undefined && { result: lie === undefined ? result : lie(result, call) }),
    }
  }
}

async function open(
  options: Partial<UpstreamOptions> = {},
  lies: LyingUpstream['lies'] = {},
): Promise<SyncingNode & { readonly liar: LyingUpstream }> {
  const liar = new LyingUpstream()
  liar.lies = lies
  const node = await openSyncingNode({ url: await liar.listen(), ...options }, endings)
  return { ...node, liar }
}

const quantity = (value: number): string => `0x${value.toString(16)}`
const hash = toHex(first!.transactions[0]!.hash)
const unproven = expect.objectContaining({ code: -32000, message: expect.stringMatching(/do not trust/) })

describe('an upstream that lies about a transaction is caught when it', () => {
  it.each(['0x1', '0xfffff', '0x1fffffffffffff'])('names its place as %s', async (transactionIndex) => {
    const { ask, liar } = await open()
    liar.lies = { eth_getTransactionByHash: (result) => ({ ...result, transactionIndex }) }
    for (const method of [
      'eth_getTransactionByHash',
      'eth_getTransactionReceipt',
      'debug_getRawTransaction',
    ]) {
      expect((await ask(method, [hash])).error).toEqual(unproven)
    }
    liar.lies = {}
    expect((await ask('eth_getTransactionReceipt', [hash])).result).toMatchObject({ transactionHash: hash })
  })

  it('names another block', async () => {
    const { ask, liar } = await open()
    const blockNumber = quantity(second!.header.number)
    liar.lies = { eth_getTransactionByHash: (result) => ({ ...result, blockNumber }) }
    expect((await ask('eth_getTransactionReceipt', [hash])).error).toEqual(unproven)
  })

  it('hides its block and invents a receipt', async () => {
    const { ask, liar } = await open()
    liar.lies = {
      eth_getTransactionByHash: () => null,
      eth_getTransactionReceipt: (result) => ({ ...result, status: '0x0', from: `0x${'12'.repeat(20)}` }),
    }
    expect((await ask('eth_getTransactionReceipt', [hash])).result).toBeNull()
  })

  it('changes a pending one', async () => {
    const { ask, liar } = await open()
    const pending = { blockHash: null, blockNumber: null, transactionIndex: null }
    liar.lies = {
      eth_getTransactionByHash: (result) => ({ ...result, ...pending, from: `0x${'12'.repeat(20)}` }),
    }
    const { sender } = first!.transactions[0]!
    expect((await ask('eth_getTransactionByHash', [hash])).result).toMatchObject({
      hash,
      ...pending,
      from: toHex(sender!),
    })
    liar.lies = { eth_getTransactionByHash: (result) => ({ ...result, ...pending, value: '0x7' }) }
    const other = toHex(second!.transactions[0]!.hash)
    expect((await ask('eth_getTransactionByHash', [other])).result).toBeNull()
  })
})

describe('an upstream that lies about a block is caught when it', () => {
  const unknown = `0x${'ab'.repeat(32)}`

  it('invents one that its chain does not have', async () => {
    const { ask, liar } = await open()
    const made = await origin.ask<Fields>('eth_getBlockByNumber', [quantity(height), false])
    liar.answer = ([call], response) => {
      if (call!.method !== 'eth_getBlockByHash') return false
      const isWhole = call!.params[1] === true
      response.end(JSON.stringify({ jsonrpc: '2.0', id: call!.id, result: isWhole ? null : made }))
      return true
    }
    expect((await ask('eth_getBlockByHash', [unknown, false])).result).toBeNull()
  })

  it('adds an uncle to the bytes of a block', async () => {
    const { ask, liar } = await open()
    const raw = await origin.ask<string>('debug_getRawBlock', [quantity(150)])
    // The list of uncles is the last item, and empty.
    expect(raw.endsWith('c0')).toBe(true)
    const uncle = await origin.ask<string>('debug_getRawHeader', [quantity(149)])
    liar.lies = {
      eth_getBlockByNumber: (result, { params }) =>
        params[0] === quantity(150) ? { ...result, transactions: [] } : result,
      debug_getRawBlock: () => withUncle(raw, uncle),
    }
    expect((await ask('eth_getUncleCountByBlockNumber', [quantity(150)])).error?.message).toMatch(
      /uncles.*do not hash/,
    )
  })

  it.each([
    ['extraData', `0x${'00'.repeat(1 << 20)}`],
    ['bitcoinMergedMiningHeader', `0x${'00'.repeat(1 << 20)}`],
    ['miner', `0x${'00'.repeat(1 << 20)}`],
    ['uncles', new Array(10_000).fill(unknown)],
  ])('gives a value of %s that no block can have', async (field, value) => {
    const { ask, liar } = await open()
    liar.lies = {
      eth_getBlockByNumber: (result, { params }) =>
        params[0] === quantity(150) ? { ...result, [field]: value } : result,
    }
    expect((await ask('eth_getBlockByNumber', [quantity(150), false])).error?.message).toMatch(
      /has more than/,
    )
  })
})

describe('an upstream that lies about its height', () => {
  it('does not divert requests from the local chain', async () => {
    const { ask, problems, upstream } = await open({ lag: 1_000 }, { eth_blockNumber: () => '0xffffff' })
    expect(problems).toEqual(['unproven'])
    expect(upstream.isAhead).toBe(false)
    expect((await ask('eth_blockNumber', [])).result).toBe(quantity(ownHeight))
    expect((await ask('eth_getBlockByNumber', ['latest', false])).result).toMatchObject({
      number: quantity(ownHeight),
    })
  })

  it('is refused for a block with too little work', async () => {
    const made = (result: Fields, { params }: Call): unknown =>
      params[0] === '0xffffff' ? { ...result, number: '0xffffff' } : result
    const { ask, problems } = await open(
      { lag: 1_000 },
      { eth_blockNumber: () => '0xffffff', eth_getBlockByNumber: made },
    )
    expect(problems).toHaveLength(1)
    expect((await ask('eth_blockNumber', [])).result).toBe(quantity(ownHeight))
  })
})

it('pauses for at most ten minutes when an upstream asks for years', async () => {
  const { ask, liar } = await open()
  liar.answer = ([call], response) => {
    if (call!.method !== 'eth_call') return false
    response.writeHead(429, { 'retry-after': '999999999' }).end()
    return true
  }
  expect((await ask('eth_call', [{ data: '0x' }, 'latest'])).error?.message).toMatch(/429/)
  expect((await ask('eth_call', [{ data: '0x' }, 'latest'])).error?.message).toMatch(/for (600|599) seconds/)
})

it('keeps asking an upstream after an answer that must not be parsed', async () => {
  const { ask, liar } = await open()
  const call = ['eth_call', [{ data: '0x' }, 'latest']] as const
  for (const result of [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, `[${'{},'.repeat(5_000_000)}{}]`]) {
    liar.answer = ([{ id, method } = { id: 0, method: '' }], response) => {
      if (method !== 'eth_call') return false
      response.end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`)
      return true
    }
    expect((await ask(...call)).error?.message).toMatch(/gives an answer that/)
    liar.answer = () => false
    expect((await ask(...call)).result).toBe('0x')
  }
})

/** Adds an uncle to the bytes of a block without uncles. */
function withUncle(raw: string, uncle: string): string {
  const bytes = Buffer.from(raw.slice(2), 'hex')
  const header = Buffer.from(uncle.slice(2), 'hex')
  const lengthBytes = bytes[0]! - 0xf7
  const content = Buffer.concat([bytes.subarray(1 + lengthBytes, -1), rlpList(header)])
  return `0x${rlpList(content).toString('hex')}`
}

function rlpList(content: Buffer): Buffer {
  const length = content.length.toString(16).padStart(8, '0')
  return Buffer.concat([Buffer.of(0xf7 + 4), Buffer.from(length, 'hex'), content])
}
