import { expect, it } from 'vitest'
import { PeerScoring } from '../../peers/scoring/peerScoring.ts'
import type { RpcNode, RpcPeers, SyncStatus } from '../../rpc/node/rpcNode.ts'
import { openWorld } from '../rpcWorld.cases.ts'
import { Feeds } from './feeds.ts'

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
  const feeds = new Feeds(withPeers, async () => null)
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
