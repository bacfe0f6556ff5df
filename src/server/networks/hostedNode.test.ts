import { describe, expect, it, vi } from 'vitest'
import { cow, cow1, openWorld, type RpcWorldOptions } from '../../answering/rpcWorld.cases.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import type { Json } from '../../rpc/json/json.ts'
import { openServerWorld, type WorldOptions } from '../serverWorld.cases.ts'
import { hostedNode } from './hostedNode.ts'

/** Emits one log with the topic 7 and no data when it is called: PUSH1 7 PUSH1 0 PUSH1 0 LOG1. */
const emitterCode = '0x600760006000a1'
/** Init code that deploys the bytes after it. */
const deployment = `0x6007600c60003960076000f3${emitterCode.slice(2)}`
const seven = `0x${'7'.padStart(64, '0')}`

async function openRpc(options: RpcWorldOptions & Pick<WorldOptions, 'needsKeys' | 'limits'> = {}) {
  const { needsKeys = false, limits = {}, ...rest } = options
  const rpc = await openWorld(rest)
  const network = hostedNode({ name: 'regtest', node: rpc.node, service: rpc.service, origins: '*' })
  const world = await openServerWorld({ networks: [network], hasAdmin: true, needsKeys, limits })
  return { rpc, world }
}

/** A public network and the local chain behind a server that requires keys. */
async function openKeyedNetworks() {
  const open = async (name: NetworkName) => {
    const { node, service } = await openWorld({ node: { network: name } })
    return hostedNode({ name, node, service, origins: '*' })
  }
  const networks = [await open('regtest'), await open('testnet')]
  const world = await openServerWorld({ networks, needsKeys: true })
  const errorOf = async (path: string, method: string, params: Json = []) =>
    (await world.call(method, path, params)).body?.error
  return { world, errorOf }
}

const notGranted = (method: string) => ({
  code: -32601,
  message: `the method ${method} is not available: the API key does not grant it`,
})

describe('keys', () => {
  it.each(['sco_banAddress', 'sco_unbanAddress', 'sco_clearPeerScoring'])(
    'need an explicit grant for %s on a public network only',
    async (method) => {
      const { world, errorOf } = await openKeyedNetworks()
      const ordinary = world.createKey()
      expect(await errorOf(`/testnet/${ordinary}`, method, ['10.0.0.1'])).toEqual(notGranted(method))
      for (const path of [
        `/testnet/${world.createKey({ methods: [method] })}`,
        `/testnet/${world.createKey({ methods: ['eth', 'sco'] })}`,
        `/regtest/${ordinary}`,
      ]) {
        expect(await errorOf(path, method, ['10.0.0.1'])).not.toEqual(notGranted(method))
      }
      const overSocket = await world.openSocket(`/testnet/${ordinary}`)
      expect((await overSocket.call(method, ['10.0.0.1'])).error).toEqual(notGranted(method))
    },
  )

  it.each(['sco_peerList', 'sco_bannedAddresses', 'sco_reputationSummary'])(
    'read peers with %s without a grant',
    async (method) => {
      const { world, errorOf } = await openKeyedNetworks()
      expect(await errorOf(`/testnet/${world.createKey()}`, method)).toBeUndefined()
    },
  )

  it('that grant the module rpc call rpc.discover', async () => {
    const { world, errorOf } = await openKeyedNetworks()
    const key = world.createKey({ methods: ['rpc'] })
    expect(await errorOf(`/testnet/${key}`, 'rpc.discover')).toBeUndefined()
  })
})

async function deployEmitter(rpc: Awaited<ReturnType<typeof openRpc>>['rpc']): Promise<string> {
  const hash = await rpc.text('eth_sendTransaction', { from: cow, data: deployment, gas: '0x100000' })
  const receipt = await rpc.result('eth_getTransactionReceipt', hash)
  return (receipt as { contractAddress: string }).contractAddress
}

const send = (to: string) => ({ from: cow, to, gas: '0x100000', value: '0x0' })

describe('a node behind a server', () => {
  it('answers over HTTP and WebSocket alike', async () => {
    const { world } = await openRpc()
    const overHttp = (await world.call('eth_chainId')).body
    const client = await world.openSocket()
    expect(overHttp).toEqual({ jsonrpc: '2.0', id: 1, result: '0x21' })
    expect(await client.call('eth_chainId')).toEqual(overHttp)
  })

  it('reports its head in the metrics', async () => {
    const { rpc, world } = await openRpc()
    await rpc.result('evm_mine')
    expect(await world.metrics()).toContain('cambium_head{network="regtest"} 1\n')
  })

  it('reports in the metrics how catching up with its peers proceeds', async () => {
    const { world } = await openRpc({ node: { peering: { host: '127.0.0.1', port: 0 } } })
    const metrics = await world.metrics()
    expect(metrics).toContain('cambium_sync_highest{network="regtest"} 0\n')
  })

  it('reports long work in the metrics while it is under way', async () => {
    const { world, rpc } = await openRpc()
    const progress = { what: 'blocks', done: 1, part: 0.25, perSecond: 2, secondsLeft: 30 }
    const work = vi.spyOn(rpc.node, 'work', 'get').mockReturnValue([{ work: 'backfill', progress }])
    const metrics = await world.metrics()
    const values = { progress_ratio: 0.25, units_per_second: 2, seconds_left: 30 }
    for (const [name, value] of Object.entries(values))
      expect(metrics).toContain(`cambium_work_${name}{network="regtest",work="backfill"} ${value}\n`)
    work.mockReturnValue([])
    expect(await world.metrics()).not.toContain('cambium_work_progress_ratio{')
  })

  it('delivers new heads with the members of the reference node in its order', async () => {
    const { rpc, world } = await openRpc()
    const client = await world.openSocket()
    await client.call('eth_subscribe', ['newHeads'])
    await rpc.result('evm_mine')
    const { params } = await client.next()
    const { result } = params as { result: Record<string, string> }
    expect(Object.keys(result).join(' ')).toBe(
      'difficulty extraData gasLimit gasUsed logsBloom miner number parentHash receiptsRoot sha3Uncles stateRoot ' +
        'timestamp transactionsRoot hash baseEvent',
    )
    const block = (await rpc.result('eth_getBlockByNumber', 'latest', false)) as Record<string, Json>
    for (const member of [
      'number',
      'hash',
      'parentHash',
      'stateRoot',
      'miner',
      'timestamp',
      'gasLimit',
      'logsBloom',
    ]) {
      expect([member, result[member]]).toEqual([member, block[member]])
    }
  })

  it('counts a subscription to many addresses and topics as several', async () => {
    const { world } = await openRpc({ limits: { subscriptionsPerSocket: 10 } })
    const client = await world.openSocket()
    const address = Array.from({ length: 300 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    const topics = [address.map((text) => `0x${text.slice(2).padStart(64, '0')}`)]
    const refused = { error: { code: -32005, data: 'subscriptions' } }
    const { result } = await client.call('eth_subscribe', ['logs', { address, topics }])
    expect(await client.call('eth_subscribe', ['logs', { address }])).toMatchObject(refused)
    await client.call('eth_unsubscribe', [result ?? null])
    expect(await client.call('eth_subscribe', ['logs', { address }])).toHaveProperty('result')
  })

  it('delivers matching logs before the head of their block', async () => {
    const { rpc, world } = await openRpc()
    const emitter = await deployEmitter(rpc)
    const client = await world.openSocket()
    const subscribe = async (...params: Json[]) => (await client.call('eth_subscribe', params)).result
    const heads = await subscribe('newHeads')
    const matching = await subscribe('logs', { address: emitter, topics: [[seven, null]] })
    await subscribe('logs', { topics: [`0x${'8'.padStart(64, '0')}`] })
    await subscribe('logs', { address: cow1 })
    const hash = await rpc.text('eth_sendTransaction', send(emitter))
    const first = await client.next()
    const second = await client.next()
    const [log] = (await rpc.result('eth_getLogs', { address: emitter })) as Json[]
    expect(first.params).toEqual({ subscription: matching, result: log! })
    expect(log).toMatchObject({ transactionHash: hash, topics: [seven], removed: false })
    expect(second.params).toMatchObject({ subscription: heads })
  })

  it('delivers logs as removed when their block leaves the chain', async () => {
    const { rpc, world } = await openRpc()
    const emitter = await deployEmitter(rpc)
    const before = rpc.node.chain.head.hash
    const client = await world.openSocket()
    await client.call('eth_subscribe', ['logs', {}])
    await rpc.result('eth_sendTransaction', send(emitter))
    expect((await client.next()).params).toMatchObject({ result: { removed: false } })
    rpc.node.chain.rewind(before)
    expect((await client.next()).params).toMatchObject({ result: { removed: true, topics: [seven] } })
  })

  it('delivers the hashes of transactions that become pending', async () => {
    const { rpc, world } = await openRpc()
    const client = await world.openSocket()
    const { result: subscription } = await client.call('eth_subscribe', ['newPendingTransactions'])
    const hash = await rpc.text('eth_sendTransaction', send(cow1))
    expect((await client.next()).params).toEqual({ subscription, result: hash })
  })

  it.each([
    [[], -32602],
    ['newHeads', -32099],
    [['nonsense'], -32601],
    [[5], -32601],
    [['newHeads', 'x'], -32602],
    [['newHeads', {}, {}], -32602],
    [['logs', null], -32602],
    [['logs', { address: '0x12' }], -32602],
    [['logs', { topics: ['0x12'] }], -32602],
    [['logs', { blockHash: seven }], -32602],
    [['logs', {}, {}], -32602],
    [['newPendingTransactions', true], -32602],
    [['syncing', 1], -32602],
  ] satisfies [Json, number][])('refuses to subscribe to %j', async (params, code) => {
    const { world } = await openRpc()
    const client = await world.openSocket()
    expect(await client.call('eth_subscribe', params)).toMatchObject({ error: { code } })
  })

  it.each([
    [[], -32602],
    [[5], -32602],
  ])('refuses to unsubscribe %j', async (params, code) => {
    const { world } = await openRpc()
    const client = await world.openSocket()
    expect(await client.call('eth_unsubscribe', params)).toMatchObject({ error: { code } })
  })

  it.each(['eth_subscribe', 'eth_unsubscribe'])('does not know %s over HTTP', async (method) => {
    const { world } = await openRpc()
    for (const params of [['newHeads'], [], 'nonsense']) {
      expect((await world.call(method, '/', params)).body?.error).toEqual({
        code: -32601,
        message: 'method not found',
      })
    }
  })

  it.each([[['eth_subscribe', 'eth_unsubscribe']], [['eth']]])(
    'refuses subscriptions over WebSocket when the operator disables %j',
    async (disabled) => {
      const { world } = await openRpc({ disabled })
      const client = await world.openSocket()
      for (const method of ['eth_subscribe', 'eth_unsubscribe']) {
        expect(await client.call(method, ['newHeads'])).toMatchObject({
          error: { code: -32601, message: `the method ${method} does not exist/is not available` },
        })
      }
    },
  )

  it('refuses subscriptions over WebSocket to a key that does not grant them', async () => {
    const { world } = await openRpc({ needsKeys: true })
    const refused = await world.openSocket(`/${world.createKey({ methods: ['net', 'eth_chainId'] })}`)
    const granted = await world.openSocket(`/${world.createKey({ methods: ['eth_subscribe'] })}`)
    expect(await refused.call('eth_subscribe', ['newHeads'])).toMatchObject({ error: { code: -32601 } })
    expect(await granted.call('eth_subscribe', ['newHeads'])).toHaveProperty('result')
  })

  it.each([[['newHeads', {}]], [['logs']], [['logs', { fromBlock: '0x1' }]], [['syncing']]] satisfies [
    Json,
  ][])('lets clients subscribe to %j', async (params) => {
    const { world } = await openRpc()
    const client = await world.openSocket()
    expect(await client.call('eth_subscribe', params)).toHaveProperty('result')
  })

  it('delivers nothing after eth_unsubscribe', async () => {
    const { rpc, world } = await openRpc()
    const client = await world.openSocket()
    for (const kind of ['newHeads', 'logs', 'newPendingTransactions', 'syncing']) {
      const { result } = await client.call('eth_subscribe', [kind])
      await client.call('eth_unsubscribe', [result ?? null])
    }
    await rpc.result('eth_sendTransaction', send(cow1))
    expect(await client.call('eth_blockNumber')).toMatchObject({ result: '0x1' })
  })
})

describe('the traces of a range', () => {
  it('with more blocks than one answer may have are refused, not cut off', async () => {
    const { rpc, world } = await openRpc({ node: { traces: { maximumBlocks: 3 } } })
    for (let count = 0; count < 5; count++) rpc.node.local?.mine()
    const { status, body } = await world.call('trace_filter', '/', [{}])
    expect(status).toBe(200)
    expect(body?.error?.message).toContain('Try with this block range [0x0, 0x2].')
    const { body: part } = await world.call('trace_filter', '/', [{ toBlock: '0x2' }])
    expect(part?.result).toMatchObject({ length: expect.any(Number) })
  })
})
