import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { cow, openWorld, type RpcWorld } from '../answering/rpcWorld.cases.ts'
import type { Block } from '../protocol/block.ts'
import type { Json } from '../rpc/json/json.ts'
import { hostedNode } from '../server/networks/hostedNode.ts'
import { openServer } from '../server/server.ts'
import {
  emitterDeployment,
  nameOf,
  seven,
  type ToldLog,
  viewAfter,
} from '../service/subscriptions/toldLogs.cases.ts'
import { fleetSecret, openGateway } from './gatewayWorld.cases.ts'

/** A chain in this process behind a real server that recognises gateways. */
async function openNode() {
  const rpc = await openWorld()
  const endpoint = hostedNode({ name: 'regtest', node: rpc.node, service: rpc.service, origins: '*' })
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: [endpoint],
    access: { mode: 'open' },
    fleetSecret,
    limits: { drainTimeoutMs: 100 },
    logger: { isEnabled: () => false, log: () => {} },
    now: Date.now,
    random: randomBytes,
  })
  const close = (): Promise<void> => server.close()
  onTestFinished(async () => {
    // Ends the questions of gateways that wait for the next block.
    rpc.node.local?.mine()
    await close()
  })
  return { rpc, close, url: `http://127.0.0.1:${server.address.port}/` }
}

const blocksAfter = ({ node: { chain } }: RpcWorld, number: number): Block[] =>
  Array.from({ length: chain.head.number - number }, (_, index) => chain.select(number + 1 + index)!)

function copyBlocks(from: RpcWorld, to: RpcWorld, after: number): void {
  for (const block of blocksAfter(from, after)) to.node.chain.import(block)
}

async function openFleet() {
  const [first, second] = [await openNode(), await openNode()]
  const { rpc } = first
  const hash = await rpc.text('eth_sendTransaction', { from: cow, data: emitterDeployment, gas: '0x100000' })
  copyBlocks(rpc, second.rpc, 0)
  const { contractAddress: address } = (await rpc.result('eth_getTransactionReceipt', hash)) as {
    contractAddress: string
  }
  const emit = async (on: RpcWorld, value: number): Promise<void> => {
    await on.result('eth_sendTransaction', { from: cow, to: address, gas: '0x100000', value: `0x${value}` })
  }
  const current = async ({ rpc: on }: { rpc: RpcWorld }): Promise<string[]> => {
    const logs = await on.result('eth_getLogs', { address, topics: [seven], fromBlock: '0x0' })
    return (logs as unknown[]).map((log) => nameOf(log as ToldLog)).toSorted()
  }
  return { first, second, wanted: { address, topics: [seven] }, emit, current }
}

/** A subscription over a WebSocket; rejects with the error. */
async function subscribe(url: string, ...params: Json[]) {
  const socket = new WebSocket(url.replace('http', 'ws'))
  onTestFinished(() => socket.terminate())
  const told: (Json & ToldLog)[] = []
  await new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => socket.send(JSON.stringify({ id: 1, method: 'eth_subscribe', params })))
    socket.on('message', (data) => {
      const { id, error, result, params: notification } = JSON.parse(data.toString())
      if (id !== 1) told.push(notification.result)
      else if (error === undefined) resolve(result)
      else reject(Object.assign(new Error(error.message), error))
    })
  })
  return told
}

const patience = { timeout: 20_000, interval: 5 }

describe('a subscription that continues at another gateway', () => {
  it('delivers each log and each removal once, even on a branch that only one node has', async () => {
    const { first, second, wanted, emit, current } = await openFleet()
    const one = await openGateway([first.url, second.url])
    const other = await openGateway([second.url, first.url])
    const whole = await subscribe(one.url, 'logs', wanted)
    await emit(first.rpc, 1)
    copyBlocks(first.rpc, second.rpc, 1)
    await emit(first.rpc, 2)
    await emit(first.rpc, 2)
    await vi.waitUntil(() => whole.length === 6, patience)
    for (let block = 0; block < 3; block++) await emit(second.rpc, 3)
    await vi.waitUntil(() => whole.length === 16, patience)
    // The first node still has the abandoned branch, as its best one.
    const right = JSON.stringify(await current(second))
    const resume = async (last: Json & ToldLog, index: number): Promise<void> => {
      const more = await subscribe(other.url, 'logs', { ...wanted, after: last })
      const view = (): string => JSON.stringify(viewAfter([...whole.slice(0, index + 1), ...more]))
      await vi.waitUntil(() => view() === right, patience)
    }
    await Promise.all(whole.map(resume))
    copyBlocks(second.rpc, first.rpc, 2)
    const resumed = await subscribe(other.url, 'logs', { ...wanted, after: whole[5]! })
    await second.close()
    await emit(first.rpc, 4)
    await vi.waitUntil(() => resumed.length === 4 + 6 + 2, patience)
    expect(viewAfter([...whole.slice(0, 6), ...resumed])).toEqual(await current(first))
  })

  it('delivers the removals of a block that an earlier gateway announced and that leaves the chain later', async () => {
    const { first, second, wanted, emit, current } = await openFleet()
    await emit(first.rpc, 1)
    await emit(first.rpc, 1)
    const gateway = await openGateway([first.url, second.url])
    // Heads alone are followed first, without logs.
    await subscribe(gateway.url, 'newHeads')
    const told = (await first.rpc.result('eth_getLogs', { ...wanted, fromBlock: '0x0' })) as (Json &
      ToldLog)[]
    const more = await subscribe(gateway.url, 'logs', { ...wanted, after: told.at(-1)! })
    for (let block = 0; block < 3; block++) await emit(second.rpc, 2)
    await vi.waitUntil(() => more.length === 10, patience)
    expect(viewAfter([...told, ...more])).toEqual(await current(second))
  })

  it('is refused after a block that no node has', async () => {
    const { first, wanted } = await openFleet()
    const { url } = await openGateway([first.url])
    const subscribeAfter = (number: string) =>
      subscribe(url, 'logs', { ...wanted, after: { number, hash: seven } })
    await Promise.all([
      expect(subscribeAfter('0x1')).rejects.toMatchObject({
        code: -32000,
        message: expect.stringContaining('subscribe after an earlier block'),
      }),
      expect(subscribeAfter('0x9')).rejects.toThrow('no node is at block 9 yet'),
    ])
  })
})
