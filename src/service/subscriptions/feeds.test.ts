import { expect, it, onTestFinished, vi } from 'vitest'
import { PeerScoring } from '../../peers/scoring/peerScoring.ts'
import type { RpcNode, RpcPeers, SyncStatus } from '../../rpc/node/rpcNode.ts'
import { openWorld } from '../rpcWorld.cases.ts'
import { Feeds } from './feeds.ts'

const failed = (error: unknown): never => {
  throw error
}
const parts = { readPast: async () => null, report: failed }

it('the subscribers of a block are told in turns of the event loop, between which others are served', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { node } = await openWorld()
  const feeds = new Feeds(node, parts)
  onTestFinished(() => feeds.close())
  let told = 0
  for (let count = 0; count < 200; count++) {
    feeds.newHeads(() => {
      told++
      vi.advanceTimersByTime(1)
    })
  }
  node.local?.mine()
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThan(200)
  const late: string[] = []
  feeds.newHeads((payload) => late.push(payload))
  await vi.waitUntil(() => told === 200)
  expect(late).toEqual([])
  node.local?.mine()
  await vi.waitUntil(() => told === 400)
  expect(late).toHaveLength(1)
})

it('subscribers are told when catching up with peers starts and ends', async () => {
  const { node } = await openWorld()
  const { network, chain, pool, wallet, mining, local, traces, data } = node
  const peers: Omit<RpcPeers, 'syncStatus'> & { syncStatus: SyncStatus | undefined } = {
    isListening: true,
    enode: undefined,
    connected: [],
    syncStatus: undefined,
    progress: {
      highest: 0,
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
  const leave = feeds.syncing((payload) => heard.push(JSON.parse(payload)))
  const status = { startingBlock: 0, currentBlock: 1, highestBlock: 9 }
  for (const syncStatus of [undefined, status, status, undefined]) {
    peers.syncStatus = syncStatus
    local?.mine()
  }
  expect(heard).toEqual([{ syncing: true, status }, false])
  leave()
  peers.syncStatus = status
  local?.mine()
  expect(heard).toHaveLength(2)
  feeds.close()
})
