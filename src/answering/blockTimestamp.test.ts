import { expect, it, onTestFinished } from 'vitest'
import type { Json } from '../rpc/json/json.ts'
import { Feeds } from '../service/subscriptions/feeds.ts'
import { cow, openWorld, type RpcWorld } from './rpcWorld.cases.ts'

/** Emits one log with the topic 1. */
const emitter = '0x600160006000a1'

interface Timed {
  readonly blockNumber: string
  readonly blockTimestamp?: string
  readonly removed?: boolean
  readonly logs?: readonly Timed[]
}

const timedIn = (value: Json): Timed[] => JSON.parse(JSON.stringify(value))

/** A chain with one log in the latest block. */
async function openLogged(): Promise<{ world: RpcWorld; transaction: string; wanted: object }> {
  const world = await openWorld()
  world.node.local?.mine(world.node.chain.head.header.timestamp + 1_000)
  const transaction = await world.text('eth_sendTransaction', { from: cow, data: emitter })
  const { number, timestamp } = world.node.chain.head.header
  const wanted = {
    blockNumber: `0x${number.toString(16)}`,
    blockTimestamp: `0x${timestamp.toString(16)}`,
  }
  return { world, transaction, wanted }
}

it('logs and receipts have the timestamp of their block', async () => {
  const { world, transaction, wanted } = await openLogged()
  const [log] = timedIn(await world.result('eth_getLogs', { fromBlock: 'earliest', topics: [] })).slice(-1)
  expect(log).toMatchObject(wanted)
  const { hash } = world.node.chain.head
  const blockHash = `0x${Buffer.from(hash).toString('hex')}`
  expect(timedIn(await world.result('eth_getLogs', { blockHash }))[0]).toMatchObject(wanted)
  const receipt = await world.result('eth_getTransactionReceipt', transaction)
  expect(receipt).toMatchObject({ ...wanted, logs: [wanted] })
  const [first] = timedIn(await world.result('eth_getBlockReceipts', 'latest'))
  expect(first).toMatchObject({ ...wanted, logs: [wanted] })
})

it('filters and subscriptions deliver the timestamp of the block, including blocks that left the chain', async () => {
  const world = await openWorld()
  const { chain, local } = world.node
  const filter = await world.text('eth_newFilter', { fromBlock: 'earliest' })
  const feeds = new Feeds(world.node, {
    report: (error) => expect.fail(String(error)),
  })
  onTestFinished(() => feeds.close())
  const told: Timed[] = []
  feeds.logs({ addresses: [], topics: [] }, 'alice', (payload) => told.push(JSON.parse(payload)))
  const before = chain.head.hash
  await world.result('eth_sendTransaction', { from: cow, data: emitter })
  const { timestamp } = chain.head.header
  const blockTimestamp = `0x${timestamp.toString(16)}`
  await expect.poll(() => told).toMatchObject([{ blockTimestamp, removed: false }])
  expect(await world.result('eth_getFilterChanges', filter)).toMatchObject([{ blockTimestamp }])
  chain.rewind(before)
  local?.mine(timestamp + 1_000)
  await expect.poll(() => told.length).toBe(2)
  expect(told[1]).toMatchObject({ blockTimestamp, removed: true })
  expect(await world.result('eth_getFilterChanges', filter)).toMatchObject([
    { blockTimestamp, removed: true },
  ])
})
