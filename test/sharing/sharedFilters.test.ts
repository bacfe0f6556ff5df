import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cow, openWorld, RpcWorld } from '../../src/answering/rpcWorld.cases.ts'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { reasonOf } from '../../src/primitives/errors.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { blockFilter, describeFilterStore, of, roomy } from '../../src/service/filters/filterStore.cases.ts'
import { SharedFilters } from '../../src/service/filters/sharedFilters.ts'
import { SharedPending } from '../../src/service/filters/sharedPending.ts'
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
  return {
    store: new SharedFilters({ sharing, network, report }),
    pending: new SharedPending({ sharing, network, report }),
  }
}

/** A node with a chain of its own. */
async function openNode(prefix: string, server = redis) {
  const sharing = await shareIn(server, { prefix })
  const world = await openWorld({ shared: sharedOver(sharing) })
  return { world, sharing }
}

/** Another process over the same chain. */
async function beside(world: RpcWorld, prefix: string): Promise<RpcWorld> {
  const other = new RpcWorld(world.node, { shared: sharedOver(await shareIn(redis, { prefix })) })
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

const hashOf = async (world: RpcWorld, number: number): Promise<string> =>
  String(Object(await world.result('eth_getBlockByNumber', `0x${number}`, false)).hash)

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

  it('limits the trails of one client, and forgets their lengths with the filters', async () => {
    const prefix = newPrefix()
    const sharing = await shareIn(redis, { prefix })
    const clock = { ms: 1_000 }
    const store = new SharedFilters({ sharing, network, report: () => {}, now: () => clock.ms })
    const block = { blockNumber: '0x1', blockHash: '0x', blockTimestamp: '0x1' }
    const place = { ...block, logIndex: '0x0', transactionHash: '0x', transactionIndex: '0x0' }
    const log = { ...place, address: '0x', topics: [], removed: false }
    const long = { ...log, data: `0x${'0'.repeat(1 << 20)}` }
    const trail = [{ number: 1, hash: asHash(new Uint8Array(32)), logs: [long] }]
    for (let id = 0; id < 20; id++) {
      await store.add(`0x${id}`, { ...of('alice'), trail: [] }, roomy)
      const from = await store.get(`0x${id}`)
      if (from === undefined) throw new Error('the filter was added')
      expect(await store.advance(`0x${id}`, from, { ...from, filter: blockFilter(2), trail })).toBe(true)
    }
    await store.add('0x99', { ...of('bob'), trail }, roomy)
    const lengths = []
    for (let id = 0; id < 20; id++) lengths.push((await store.get(`0x${id}`))?.trail?.length)
    expect(lengths.filter((length) => length === 1)).toHaveLength(15)
    expect((await store.get('0x99'))?.trail).toHaveLength(1)
    clock.ms += 600_000
    await store.add('0x100', { ...of('carol'), trail: [] }, roomy)
    expect(await store.get('0x0')).toBeUndefined()
    const key = sharing.names.key(`filters:${network}`, 'trails')
    expect(await redis.ask('HGET', key, 'alice')).toBe('$-1\r\n')
    expect(await redis.ask('HGET', key, ' total')).toContain('2')
  })

  it('gives a change of a filter to one of two processes that poll at the same time', async () => {
    const prefix = newPrefix()
    const one = sharedOver(await shareIn(redis, { prefix })).store
    const other = sharedOver(await shareIn(redis, { prefix })).store
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
    ['trail', '{bad'],
    ['trail', '[[1,"0x12",[]]]'],
    ['trail', '[[1,2,[{"topics":[5]}]]]'],
    ['version', 'one'],
    ['client', 'bob'],
  ])('does not find a filter whose %s is %s', async (field, value) => {
    const sharing = await shareIn(redis)
    const problems: string[] = []
    const { store } = sharedOver(sharing, problems)
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

  it('answers a filter on nodes with different branches', async () => {
    const prefix = newPrefix()
    const { world: one } = await openNode(prefix)
    const { world: other } = await openNode(prefix)
    const contract = await deploy(one)
    expect(await deploy(other)).toBe(contract)
    const id = await one.text('eth_newFilter', { address: contract })
    const blocks = await one.text('eth_newBlockFilter')
    await log(one, contract, 1)
    expect(await poll(one, id)).toEqual([1])
    // This node has never seen the block whose log it undoes.
    await log(other, contract, 2)
    await log(other, contract, 3)
    expect(await poll(other, id)).toEqual([-1, 2, 3])
    const firstHash = await hashOf(one, 1)
    const hashes = await Promise.all([1, 2, 3].map((number) => hashOf(other, number)))
    // The first blocks are the same when both nodes made them in the same second.
    expect(await other.result('eth_getFilterChanges', blocks)).toEqual(
      hashes.filter((hash) => hash !== firstHash),
    )
    // The first node is behind the second.
    expect(await poll(one, id)).toEqual([])
    await log(one, contract, 4)
    await log(one, contract, 5)
    expect(await poll(one, id)).toEqual([-3, -2, 1, 4, 5])
    expect(await poll(one, id)).toEqual([])
  })

  it('delivers pending transactions once, whichever node saw them and is polled', async () => {
    const prefix = newPrefix()
    const { world: one } = await openNode(prefix)
    const { world: other } = await openNode(prefix)
    const id = await one.text('eth_newPendingTransactionFilter')
    const first = await one.text('eth_sendTransaction', { from: cow, to: cow, value: '0x1' })
    const second = await other.text('eth_sendTransaction', { from: cow, to: cow, value: '0x2' })
    // Both nodes see the third.
    const both = await Promise.all(
      [one, other].map((node) => node.text('eth_sendTransaction', { from: cow, to: cow, value: '0x3' })),
    )
    expect(both[0]).toBe(both[1])
    const polls: unknown[] = []
    await vi.waitFor(async () => {
      for (const node of [one, other])
        polls.push(...((await node.result('eth_getFilterChanges', id)) as unknown[]))
      expect(polls).toHaveLength(3)
    }, patience)
    expect(new Set(polls)).toEqual(new Set([first, second, both[0]]))
    expect(await one.result('eth_getFilterChanges', id)).toEqual([])
  })

  it('counts the places of a client over all processes', async () => {
    const prefix = newPrefix()
    const stores = [
      sharedOver(await shareIn(redis, { prefix })).store,
      sharedOver(await shareIn(redis, { prefix })).store,
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
