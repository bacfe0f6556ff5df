import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cow, openWorld, RpcWorld } from '../../src/answering/rpcWorld.cases.ts'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { reasonOf } from '../../src/primitives/errors.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { blockFilter, describeFilterStore, of, roomy } from '../../src/service/filters/filterStore.cases.ts'
import { SharedFilters } from '../../src/service/filters/sharedFilters.ts'
import type { Sharing } from '../../src/sharing/sharing.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, shareIn } from './sharingWorld.ts'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

const patience = 30_000
const network = 'regtest'
const topic = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

function sharedOver(sharing: Sharing, problems: string[] = []) {
  const report = (error: unknown) => problems.push(reasonOf(error))
  return new SharedFilters({ sharing, network, report })
}

/** A node with a chain of its own. */
async function openNode(prefix: string, server = redis) {
  const sharing = await shareIn(server, { prefix })
  const world = await openWorld({ sharedFilters: sharedOver(sharing) })
  return { world, sharing }
}

/** Another process over the same chain. */
async function beside(world: RpcWorld, prefix: string): Promise<RpcWorld> {
  const other = new RpcWorld(world.node, { sharedFilters: sharedOver(await shareIn(redis, { prefix })) })
  onTestFinished(() => other.service.close())
  return other
}

/** Deploys a contract that logs its first word of input as a topic. It has the same address on every chain. */
async function deploy(world: RpcWorld): Promise<string> {
  const data = toHex(deployer(assemble('0 CALLDATALOAD 0 0 LOG1')))
  const hash = await world.text('eth_sendTransaction', { from: cow, data, gas: '0x100000' })
  return String(Object(await world.result('eth_getTransactionReceipt', hash)).contractAddress)
}

const log = (world: RpcWorld, contract: string, number: number): Promise<string> =>
  world.text('eth_sendTransaction', { from: cow, to: contract, data: topic(number) })

/** The numbers of the logs of a poll, negative for removed ones. */
async function poll(world: RpcWorld, id: string): Promise<number[]> {
  const logs = await world.result('eth_getFilterChanges', id)
  if (!Array.isArray(logs)) throw new Error('a poll answers a list')
  return logs.map((found) => Number(Object(found).topics[0]) * (Object(found).removed ? -1 : 1))
}

describe.skipIf(!hasRedis)('shared state', () => {
  describeFilterStore('filters in shared state', async (options) => {
    const sharing = await shareIn(redis)
    return new SharedFilters({ ...options, sharing, network, report: () => {} })
  })

  it('are read in the form of earlier versions, which kept trails of delivered logs', async () => {
    const sharing = await shareIn(redis)
    const problems: string[] = []
    const store = sharedOver(sharing, problems)
    const key = (...parts: string[]) => sharing.names.key(`filters:${network}`, ...parts)
    const block = `"0x${'05'.repeat(32)}"`
    for (const [id, record] of [
      [
        '0x1',
        '+FoBhWFsaWNlgIAFoAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFgzB4MYZsYXRlc3TA4uGgBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=',
      ],
      ['0x2', 'zwGFYWxpY2WAAoQweGFiAw=='],
    ] as const) {
      const trail = `[[5,${block},[]]]`
      const members = { client: 'alice', weight: '1', record, version: '1', trail, length: '77' }
      await redis.ask('HSET', key('filter', id), ...Object.entries(members).flat())
      for (const ids of [key('polled'), key('owned', 'alice')]) await redis.ask('ZADD', ids, '9e15', id)
      for (const name of ['alice', ' total']) {
        await redis.ask('HINCRBY', key('weight'), name, '1')
        await redis.ask('HINCRBY', key('trails'), name, '77')
      }
      await redis.ask('ZINCRBY', key('holders'), '1', 'alice')
    }
    const owned = await store.get('0x1')
    const position = { number: 5, hash: asHash(new Uint8Array(32).fill(5)) }
    expect(owned).toMatchObject({ client: 'alice', version: 1, filter: { kind: 'logs', cursor: position } })
    expect(await store.advance('0x1', owned!, { client: 'alice', filter: blockFilter(6) })).toBe(true)
    expect(await store.get('0x1')).toMatchObject(of('alice', 6))
    // A pending filter belongs to one node since.
    const world = await openWorld({ sharedFilters: store })
    expect(await store.get('0x2')).toMatchObject({ filter: { kind: 'pending' } })
    expect(await world.error('eth_getFilterChanges', '0x2')).toMatchObject({ message: 'filter not found' })
    expect(await store.add('0x3', of('alice'), { weightPerClient: 2, weight: 9 })).toBe(false)
    await store.delete('0x2')
    expect(await store.add('0x3', of('alice'), { weightPerClient: 2, weight: 9 })).toBe(true)
    expect(problems).toEqual([])
  })

  it('gives a change of a filter to one of two processes that poll at the same time', async () => {
    const prefix = newPrefix()
    const one = sharedOver(await shareIn(redis, { prefix }))
    const other = sharedOver(await shareIn(redis, { prefix }))
    await one.add('0x1', of('alice'), roomy)
    const [mine, theirs] = [await one.get('0x1'), await other.get('0x1')]
    const won = [
      await one.advance('0x1', mine!, { client: 'alice', filter: blockFilter(1) }),
      await other.advance('0x1', theirs!, { client: 'alice', filter: blockFilter(2) }),
    ]
    expect(won).toEqual([true, false])
    expect(await other.get('0x1')).toMatchObject(of('alice', 1))
    await other.delete('0x1')
    expect(await one.advance('0x1', mine!, mine!)).toBe(false)
  })

  it.each([
    ['record', 'garbage'],
    ['version', 'one'],
    ['client', 'bob'],
  ])('does not find a filter whose %s is %s', async (field, value) => {
    const sharing = await shareIn(redis)
    const problems: string[] = []
    const store = sharedOver(sharing, problems)
    await store.add('0x1', of('alice'), roomy)
    await redis.ask('HSET', sharing.names.key('filters:regtest', 'filter', '0x1'), field, value)
    expect(await store.get('0x1')).toBeUndefined()
    expect(problems).toHaveLength(1)
  })

  it('answers a filter on every node over the same chain, each log once', async () => {
    const prefix = newPrefix()
    const { world } = await openNode(prefix)
    const other = await beside(world, prefix)
    const contract = await deploy(world)
    const id = await world.text('eth_newFilter', { address: contract })
    await log(world, contract, 1)
    expect(await other.result('eth_getFilterLogs', id)).toHaveLength(1)
    expect(await poll(other, id)).toEqual([1])
    expect(await poll(world, id)).toEqual([])
    const delivered: number[] = []
    for (let number = 2; number < 12; number++) {
      await log(world, contract, number)
      const polls = await Promise.all([world, other, world, other].map((process) => poll(process, id)))
      delivered.push(...polls.flat())
    }
    expect(delivered).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(await other.result('eth_uninstallFilter', id)).toBe(true)
    expect(await world.error('eth_getFilterChanges', id)).toMatchObject({ message: 'filter not found' })
  })

  it('answers nothing on a node that is behind, and does not find a filter whose block a node as high lacks', async () => {
    const prefix = newPrefix()
    const { world: one } = await openNode(prefix)
    const { world: other } = await openNode(prefix)
    const contract = await deploy(one)
    const id = await one.text('eth_newFilter', { address: contract })
    const blocks = await one.text('eth_newBlockFilter')
    await log(one, contract, 1)
    expect(await poll(one, id)).toEqual([1])
    expect(await one.result('eth_getFilterChanges', blocks)).toHaveLength(1)
    for (const filter of [id, blocks]) expect(await other.result('eth_getFilterChanges', filter)).toEqual([])
    for (let block = 0; block < 2; block++) await other.result('evm_mine')
    for (const filter of [id, blocks])
      expect(await other.error('eth_getFilterChanges', filter)).toMatchObject({ message: 'filter not found' })
    await log(one, contract, 2)
    expect(await poll(one, id)).toEqual([2])
    expect(await one.result('eth_getFilterChanges', blocks)).toHaveLength(1)
  })

  it('leaves a filter of pending transactions to the node that made it', async () => {
    const prefix = newPrefix()
    const { world: one } = await openNode(prefix)
    const { world: other } = await openNode(prefix)
    const id = await one.text('eth_newPendingTransactionFilter')
    const first = await one.text('eth_sendTransaction', { from: cow, to: cow, value: '0x1' })
    await other.text('eth_sendTransaction', { from: cow, to: cow, value: '0x2' })
    expect(await other.error('eth_getFilterChanges', id)).toMatchObject({ message: 'filter not found' })
    expect(await other.result('eth_uninstallFilter', id)).toBe(false)
    expect(await one.result('eth_getFilterChanges', id)).toEqual([first])
    expect(await one.result('eth_uninstallFilter', id)).toBe(true)
  })

  it('counts the places of a client over all processes', async () => {
    const prefix = newPrefix()
    const stores = [
      sharedOver(await shareIn(redis, { prefix })),
      sharedOver(await shareIn(redis, { prefix })),
    ]
    const bounds = { weightPerClient: 5, weight: 100 }
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2]!.add(toHex(randomBytes(16)), of('alice'), bounds),
      ),
    )
    expect(added.filter((isAdded) => isAdded)).toHaveLength(5)
  })

  it('reports to clients when it is away', async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.close())
    const { world, sharing } = await openNode(newPrefix(), server)
    const id = await world.text('eth_newBlockFilter')
    await server.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    for (const [method, ...params] of [
      ['eth_getFilterChanges', id],
      ['eth_newBlockFilter'],
      ['eth_getFilterLogs', id],
    ]) {
      expect(await world.error(method!, ...params)).toEqual({
        code: -32000,
        message: 'the shared state is away: try again',
      })
    }
    expect(world.reported).toEqual([])
  })
})
