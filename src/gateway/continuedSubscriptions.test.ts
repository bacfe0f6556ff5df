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

describe('a subscription at a gateway of two nodes', () => {
  it('delivers each log and each removal once when the nodes are on branches that the other never had', async () => {
    const { first, second, wanted, emit, current } = await openFleet()
    const { url } = await openGateway([first.url, second.url])
    const told = await subscribe(url, 'logs', wanted)
    await emit(first.rpc, 1)
    copyBlocks(first.rpc, second.rpc, 1)
    await emit(first.rpc, 2)
    await emit(first.rpc, 2)
    await vi.waitUntil(() => told.length === 6, patience)
    for (let block = 0; block < 3; block++) await emit(second.rpc, 3)
    await vi.waitUntil(() => told.length === 16, patience)
    expect(viewAfter(told)).toEqual(await current(second))
    // The first node continues with a branch of its own, without the blocks of the second.
    await second.close()
    for (let block = 0; block < 2; block++) await emit(first.rpc, 4)
    await vi.waitUntil(() => told.length === 16 + 6 + 8, patience)
    expect(viewAfter(told)).toEqual(await current(first))
  })

  it('delivers the removals of blocks from before the subscription, also by a node that never had them', async () => {
    const { first, second, wanted, emit, current } = await openFleet()
    await emit(first.rpc, 1)
    await emit(first.rpc, 1)
    const { url } = await openGateway([first.url, second.url])
    // Heads alone are followed first, without logs.
    await subscribe(url, 'newHeads')
    const before = (await first.rpc.result('eth_getLogs', { ...wanted, fromBlock: '0x0' })) as (Json &
      ToldLog)[]
    const told = await subscribe(url, 'logs', wanted)
    for (let block = 0; block < 3; block++) await emit(second.rpc, 2)
    await vi.waitUntil(() => told.length === 10, patience)
    expect(viewAfter([...before, ...told])).toEqual(await current(second))
  })
})
