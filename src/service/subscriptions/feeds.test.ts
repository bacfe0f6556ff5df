import { expect, it, onTestFinished, vi } from 'vitest'
import { cow, openWorld } from '../../answering/rpcWorld.cases.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { PeerScoring } from '../../peers/scoring/peerScoring.ts'
import type { SyncStatus } from '../../peers/sync/syncProgress.ts'
import { asHash } from '../../primitives/bytes.ts'
import { wordBytes } from '../../primitives/integers.ts'
import type { RpcNode, RpcPeers } from '../../rpc/node/rpcNode.ts'
import { Feeds } from './feeds.ts'

const failed = (error: unknown): never => {
  throw error
}
const everyLog: LogCriterion = { addresses: [], topics: [] }
const parts = { readPast: async () => null, report: failed }

it('notifies the subscribers of a block in several turns of the event loop, and serves others in between', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { node } = await openWorld()
  const feeds = new Feeds(node, parts)
  onTestFinished(() => feeds.close())
  let told = 0
  for (let count = 0; count < 200; count++) {
    feeds.newHeads('alice', () => {
      told++
      vi.advanceTimersByTime(1)
    })
  }
  node.local?.mine()
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThan(200)
  const late: string[] = []
  feeds.newHeads('alice', (payload) => late.push(payload))
  await vi.waitUntil(() => told === 200, 20_000)
  expect(late).toEqual([])
  node.local?.mine()
  await vi.waitUntil(() => told === 400, 20_000)
  expect(late).toHaveLength(1)
})

/** Emits three logs with the topics 3, 2 and 1. */
const emitter = '0x60035b8060006000a160019003806002570000'

it.each([
  ['new heads', (feeds: Feeds, owner: string, tell: () => void) => feeds.newHeads(owner, tell), 1],
  ['all logs', (feeds: Feeds, owner: string, tell: () => void) => feeds.logs(everyLog, owner, tell), 3],
  [
    'pending transactions',
    (feeds: Feeds, owner: string, tell: () => void) => feeds.newPendingTransactions(owner, tell),
    1,
  ],
  [
    'whole pending transactions',
    (feeds: Feeds, owner: string, tell: () => void) => feeds.wholePendingTransactions(owner, tell),
    1,
  ],
])(
  'an owner with one subscription to %s gets its turn among the thousands of another owner',
  async (_, join, news) => {
    const world = await openWorld()
    const feeds = new Feeds(world.node, parts)
    onTestFinished(() => feeds.close())
    let toldToMany = 0
    const toldBefore: number[] = []
    for (let count = 0; count < 5_000; count++) join(feeds, 'many', () => toldToMany++)
    join(feeds, 'one', () => toldBefore.push(toldToMany))
    await world.result('eth_sendTransaction', { from: cow, data: emitter })
    await vi.waitUntil(() => toldToMany === 5_000 * news, 20_000)
    expect(toldBefore).toHaveLength(news)
    for (const [place, told] of toldBefore.entries()) expect(told).toBeLessThanOrEqual(64 * (place + 1))
  },
)

it('an owner with one criterion does not wait for the thousands of another owner for the same logs', async () => {
  const world = await openWorld()
  const feeds = new Feeds(world.node, parts)
  onTestFinished(() => feeds.close())
  let toldToMany = 0
  const toldBefore: number[] = []
  const anyOf = (other: number): LogCriterion => ({
    addresses: [],
    topics: [[1, 2, 3, other].map((number) => asHash(wordBytes(BigInt(number))))],
  })
  for (let count = 0; count < 2_000; count++) feeds.logs(anyOf(count), 'many', () => toldToMany++)
  feeds.logs(anyOf(0), 'one', () => toldBefore.push(toldToMany))
  await world.result('eth_sendTransaction', { from: cow, data: emitter })
  await vi.waitUntil(() => toldToMany === 2_000 * 3, 20_000)
  expect(toldBefore).toEqual([1, 3, 5])
})

it('subscribers are notified when catching up with peers starts and ends', async () => {
  const { node } = await openWorld()
  const { network, chain, pool, wallet, mining, local, traces, data } = node
  const peers: Omit<RpcPeers, 'syncStatus'> & { syncStatus: SyncStatus | undefined } = {
    isListening: true,
    enode: undefined,
    connected: [],
    syncStatus: undefined,
    progress: {
      current: 0,
      highest: 0,
      peers: 0,
      halted: undefined,
      blocksPerSecond: 0,
      secondsLeft: undefined,
      diskBytes: undefined,
      snapshot: undefined,
    },
    queuedMessages: 0,
    scoring: new PeerScoring({ now: () => 0 }),
  }
  const withPeers: RpcNode = {
    ...{ network, chain, pool, wallet, mining, local, traces, data, peers },
    pending: () => node.pending(),
    submit: (transaction) => node.submit(transaction),
  }
  const feeds = new Feeds(withPeers, parts)
  const heard: unknown[] = []
  const leave = feeds.syncing('alice', (payload) => heard.push(JSON.parse(payload)))
  const status = { startingBlock: 0, currentBlock: 1, highestBlock: 9 }
  for (const syncStatus of [undefined, status, status, undefined]) {
    peers.syncStatus = syncStatus
    local?.mine()
  }
  await expect.poll(() => heard).toEqual([{ syncing: true, status }, false])
  leave()
  const others: unknown[] = []
  feeds.syncing('bob', (payload) => others.push(payload))
  peers.syncStatus = status
  local?.mine()
  await expect.poll(() => others).toHaveLength(1)
  expect(heard).toHaveLength(2)
  feeds.close()
})
