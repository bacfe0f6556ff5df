import { describe, expect, it, onTestFinished } from 'vitest'
import { cow, openWorld, type RpcWorldOptions } from '../../answering/rpcWorld.cases.ts'
import { toHex } from '../../primitives/hex.ts'
import { isJsonObject, type Json } from '../../rpc/json/json.ts'
import { defaultReaderLimits, ReaderPool } from '../../service/readers/readerPool.ts'
import {
  emitterDeployment,
  nameOf,
  seven,
  type ToldLog,
  viewAfter,
} from '../../service/subscriptions/toldLogs.cases.ts'
import { openServerWorld, type ServerWorld, type SocketClient } from '../serverWorld.cases.ts'
import { hostedNode } from './hostedNode.ts'

type World = Awaited<ReturnType<typeof openEmitter>>

async function openEmitter(options: RpcWorldOptions = {}) {
  const rpc = await openWorld(options)
  const network = hostedNode({ name: 'regtest', node: rpc.node, service: rpc.service, origins: '*' })
  const world = await openServerWorld({ networks: [network], hasAdmin: true })
  const hash = await rpc.text('eth_sendTransaction', { from: cow, data: emitterDeployment, gas: '0x100000' })
  const receipt = (await rpc.result('eth_getTransactionReceipt', hash)) as { contractAddress: string }
  const address = receipt.contractAddress
  const wanted = { address, topics: [seven] }
  /** Each call is a block with logs; another value makes another block. */
  const emit = (value: number): Promise<Json> =>
    rpc.result('eth_sendTransaction', { from: cow, to: address, gas: '0x100000', value: `0x${value}` })
  const current = async (): Promise<string[]> => {
    const logs = await rpc.result('eth_getLogs', { ...wanted, fromBlock: '0x0' })
    return (logs as unknown[]).map((log) => nameOf(log as ToldLog)).toSorted()
  }
  return { rpc, world, wanted, emit, current }
}

async function subscribe(world: ServerWorld, ...params: Json[]): Promise<SocketClient> {
  const client = await world.openSocket()
  const { result, error } = await client.call('eth_subscribe', params)
  if (typeof result !== 'string') throw new Error(JSON.stringify(error))
  return client
}

/** The logs that are told up to the last one of a block that is mined now. */
async function toldUntilNow({ emit, current }: World, client: SocketClient): Promise<ToldLog[]> {
  const before = new Set(await current())
  await emit(9)
  const last = (await current()).filter((name) => !before.has(name)).at(-1)
  const told: ToldLog[] = []
  for (;;) {
    const { params } = await client.next()
    const log = isJsonObject(params) ? (params['result'] as Json & ToldLog) : undefined
    if (log === undefined) continue
    told.push(log)
    if (nameOf(log) === last) return told
  }
}

describe('a subscription that continues after a notification', () => {
  it('delivers each log once and undoes it once, wherever in reorganisations it was interrupted', async () => {
    const emitter = await openEmitter()
    const { rpc, world, wanted, emit, current } = emitter
    const whole = await subscribe(world, 'logs', wanted)
    await emit(1)
    const fork = rpc.node.chain.head.hash
    for (let block = 0; block < 2; block++) await emit(2)
    const abandoned = rpc.node.chain.head
    rpc.node.chain.rewind(fork)
    await emit(3)
    rpc.node.chain.rewind(fork)
    for (let block = 0; block < 3; block++) await emit(4)
    const told = await toldUntilNow(emitter, whole)
    expect(told.filter(({ removed }) => removed)).toHaveLength(6)
    expect(viewAfter(told)).toEqual(await current())
    for (const [index, last] of told.entries()) {
      const resumed = await subscribe(world, 'logs', { ...wanted, after: { ...last } })
      const more = await toldUntilNow(emitter, resumed)
      expect([index, viewAfter([...told.slice(0, index + 1), ...more])]).toEqual([index, await current()])
    }
    // The head of an abandoned block is a position too: all logs of it were told.
    const after = { number: abandoned.number, hash: `0x${Buffer.from(abandoned.hash).toString('hex')}` }
    const resumed = await subscribe(world, 'logs', { ...wanted, after })
    const more = await toldUntilNow(emitter, resumed)
    expect(viewAfter([...told.slice(0, 6), ...more])).toEqual(await current())
  })

  it('delivers the heads since then, and afterwards new ones', async () => {
    const { rpc, world } = await openEmitter()
    const live = await subscribe(world, 'newHeads')
    for (let block = 0; block < 3; block++) await rpc.result('evm_mine')
    const heads: Json[] = []
    for (let count = 0; count < 3; count++) {
      const { params } = await live.next()
      heads.push((params as { result: Json }).result)
    }
    const after = heads[0] as { number: string; hash: string }
    const resumed = await subscribe(world, 'newHeads', { after })
    for (const head of heads.slice(1)) expect((await resumed.next()).params).toMatchObject({ result: head })
    await rpc.result('evm_mine')
    expect((await resumed.next()).params).toMatchObject({ result: { number: '0x5' } })
  })

  it('delivers new notifications after the past ones, also to a client that reads slowly', async () => {
    const emitter = await openEmitter()
    const { rpc, world, wanted, emit, current } = emitter
    const { number, hash } = rpc.node.chain.head
    for (let block = 0; block < 40; block++) await emit(1)
    const client = await world.openSocket()
    const after = { number, hash: `0x${Buffer.from(hash).toString('hex')}` }
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', { ...wanted, after }] }
    client.socket.pause()
    client.send(request)
    for (let block = 0; block < 3; block++) await emit(1)
    client.socket.resume()
    expect(await client.next()).toHaveProperty('result')
    const told = await toldUntilNow(emitter, client)
    expect(told.map(({ blockNumber }) => Number(blockNumber))).toEqual(
      told.map(({ blockNumber }) => Number(blockNumber)).toSorted((a, b) => a - b),
    )
    expect(viewAfter(told)).toEqual(await current())
  })

  it('reads the past in the threads of readers, at the expense of the client', async () => {
    const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
    onTestFinished(() => readers.close())
    const emitter = await openEmitter({ readers, tryUnits: 0 })
    const { rpc, world, wanted, emit, current } = emitter
    const { number, hash } = rpc.node.chain.head
    await emit(1)
    const left = rpc.node.chain.head
    rpc.node.chain.rewind(hash)
    for (let block = 0; block < 2; block++) await emit(2)
    const { started } = readers.status
    // One position is on the chain, the other has left it.
    for (const after of [
      { number, hash: toHex(hash) },
      { number: left.number, hash: toHex(left.hash) },
    ]) {
      const told = await toldUntilNow(emitter, await subscribe(world, 'logs', { ...wanted, after }))
      const kept = told.filter(({ removed }) => !removed).map(nameOf)
      expect(kept.toSorted()).toEqual(await current())
      expect(told.filter(({ removed }) => removed)).toHaveLength(after.number === number ? 0 : 2)
    }
    expect(readers.status.started - started).toBeGreaterThanOrEqual(4)
    expect(await world.metrics()).toMatch(/cambium_logs_total\{[^\n]*method="eth_subscribe"[^\n]*\} [1-9]/)
  })

  it.each([
    [{ number: '0x1', hash: seven }, -32000],
    [{ number: '0x1' }, -32602],
    [{ hash: seven }, -32602],
    [{ number: '0x1', hash: '0x12' }, -32602],
    [{ blockNumber: '0x1', blockHash: seven, logIndex: 'x' }, -32602],
    ['0x1', -32602],
    [null, -32602],
    [[], -32602],
  ] satisfies [Json, number][])('is refused after %j', async (after, code) => {
    const { world } = await openEmitter()
    const client = await world.openSocket()
    for (const kind of ['logs', 'newHeads'])
      expect(await client.call('eth_subscribe', [kind, { after }])).toMatchObject({ error: { code } })
    expect(await client.call('eth_subscribe', ['syncing', { after }])).toMatchObject({
      error: { code: -32602 },
    })
  })
})
