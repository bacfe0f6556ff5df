import { describe, expect, it, onTestFinished } from 'vitest'
import { cow, openWorld, type RpcWorld } from '../../answering/rpcWorld.cases.ts'
import { defaultReaderLimits, ReaderPool } from '../../service/readers/readerPool.ts'
import type { Json } from '../json/json.ts'

const one = `0x${'00'.repeat(31)}01`
/** Emits three logs with the topic 1. */
const emitter = '0x600160006000a1600160006000a1600160006000a1'

interface Page {
  readonly logs: readonly { readonly blockNumber: string; readonly logIndex: string }[]
  readonly cursor: string | null
  readonly block: { readonly number: string; readonly hash: string } | null
}

async function pageOf(world: RpcWorld, filter: { [member: string]: Json }): Promise<Page> {
  return JSON.parse(JSON.stringify(await world.result('eth_getLogs', filter)))
}

const emit = (world: RpcWorld): Promise<Json> =>
  world.result('eth_sendTransaction', { from: cow, data: emitter })

describe('pages of logs', () => {
  it.each([1, 2, 3, 4, 100])('of %i logs have each log once, in order', async (limit) => {
    const world = await openWorld({ readers: null })
    for (let block = 0; block < 4; block++) await emit(world)
    const range = { fromBlock: '0x1', toBlock: '0x4' }
    const all = await world.result('eth_getLogs', range)
    const found: unknown[] = []
    let cursor: string | null = null
    do {
      const page: Page = await pageOf(world, { ...range, limit, cursor })
      expect(page.logs.length).toBeLessThanOrEqual(limit)
      found.push(...page.logs)
      cursor = page.cursor
    } while (cursor !== null)
    expect(found).toEqual(all)
    expect(found.length).toBeGreaterThanOrEqual(12)
  })

  it('go on with new blocks where the end moves with the chain', async () => {
    const world = await openWorld({ readers: null })
    await emit(world)
    const filter = { fromBlock: 'earliest', toBlock: 'latest' }
    const first = await pageOf(world, { ...filter, limit: '0x64', cursor: null })
    expect(first).toMatchObject({ block: { number: '0x1' } })
    const idle = await pageOf(world, { ...filter, cursor: first.cursor })
    expect(idle).toEqual({ logs: [], cursor: first.cursor, block: first.block })
    await emit(world)
    const next = await pageOf(world, { ...filter, cursor: idle.cursor })
    expect(new Set(next.logs.map(({ blockNumber }) => blockNumber))).toEqual(new Set(['0x2']))
  })

  it('of a range that the chain has not reached wait for its blocks', async () => {
    const world = await openWorld({ readers: null })
    const range = { fromBlock: '0x2', toBlock: '0x3' }
    expect(await pageOf(world, { ...range, cursor: null })).toEqual({ logs: [], cursor: null, block: null })
    for (let block = 0; block < 2; block++) await world.result('evm_mine')
    const started = await pageOf(world, { ...range, limit: 100, cursor: null })
    expect(started).toMatchObject({ block: { number: '0x2' }, cursor: expect.any(String) })
    await world.result('evm_mine')
    expect(await pageOf(world, { ...range, cursor: started.cursor })).toMatchObject({
      block: { number: '0x3' },
      cursor: null,
    })
  })

  it('name the blocks to undo and the cursor to continue from after a reorganisation, and lose no log', async () => {
    const world = await openWorld({ readers: null })
    const { chain } = world.node
    await emit(world)
    const fork = chain.head
    await emit(world)
    await emit(world)
    const filter = { fromBlock: '0x1', toBlock: 'latest' }
    const before = await pageOf(world, { ...filter, limit: 100, cursor: null })
    const abandoned = chain.head
    chain.rewind(fork.hash)
    world.node.local?.mine(fork.header.timestamp + 1_000)
    await emit(world)
    await emit(world)
    const error = await world.error('eth_getLogs', { ...filter, cursor: before.cursor })
    expect(error).toMatchObject({
      code: -32000,
      message:
        'block 3 of the cursor has left the chain: discard the logs of blocks after 0x1 and go on from the cursor in the data',
      data: {
        block: { number: '0x1', hash: `0x${Buffer.from(fork.hash).toString('hex')}` },
        abandoned: [`0x${Buffer.from(abandoned.hash).toString('hex')}`, expect.any(String)],
      },
    })
    const { cursor } = Object(error.data)
    const kept = before.logs.filter(({ blockNumber }) => Number(blockNumber) <= fork.number)
    const rest = await pageOf(world, { ...filter, cursor })
    expect([...kept, ...rest.logs]).toEqual(await world.result('eth_getLogs', filter))
  })

  it('are full also when a first try in the main thread cannot do all their work', async () => {
    const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
    onTestFinished(() => readers.close())
    const world = await openWorld({ readers, tryUnits: 8 })
    for (let block = 0; block < 40; block++) await emit(world)
    const page = await pageOf(world, { fromBlock: '0x1', toBlock: '0x28', topics: [one], cursor: null })
    expect(page).toMatchObject({ logs: { length: 120 }, cursor: null })
    expect(readers.status.startedByMethod).toEqual({ eth_getLogs: 1 })
  })

  it('advance when their time is over at once, also over blocks without logs', async () => {
    let ms = 0
    const world = await openWorld({ readers: null, now: () => (ms += 1e6) })
    await emit(world)
    for (let block = 0; block < 1_000; block++) world.node.local?.mine()
    await emit(world)
    const range = { fromBlock: '0x0', toBlock: '0x3ea' }
    const ends: number[] = []
    const found: unknown[] = []
    let cursor: string | null = null
    do {
      const page: Page = await pageOf(world, { ...range, topics: [one], cursor })
      found.push(...page.logs)
      ends.push(Number(page.block?.number))
      cursor = page.cursor
    } while (cursor !== null && ends.length < 10)
    expect(found).toHaveLength(6)
    expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b))
    expect(ends.at(-1)).toBe(1_002)
  })

  it('are refused with a wrong limit', async () => {
    const world = await openWorld({ readers: null })
    for (const limit of [0, -1, 1.5, 10_001, '0x', 'many', true]) {
      expect(await world.error('eth_getLogs', { limit, cursor: null })).toMatchObject({
        code: -32602,
        message: 'invalid page size: expected 1 to 10000',
      })
    }
  })
})
