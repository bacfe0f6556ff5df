import { describe, expect, it } from 'vitest'
import { openWorld } from '../../answering/rpcWorld.cases.ts'
import { PeerScoring } from '../../peers/scoring/peerScoring.ts'
import type { SyncStatus } from '../../peers/sync/syncProgress.ts'
import { lagOf, syncStatusOf } from './lag.ts'
import type { RpcPeers } from './rpcNode.ts'

const maximumHeadAgeMs = 60_000

/** The chain of a local node, seen as that of a public network, and the time of its best block. */
async function publicNode() {
  const { node } = await openWorld()
  node.local?.mine()
  const headMs = node.chain.head.header.timestamp * 1000
  return { node: { chain: node.chain, local: undefined, peers: undefined }, headMs }
}

const peersWith = (syncStatus: SyncStatus | undefined): RpcPeers => ({
  isListening: true,
  enode: undefined,
  connected: [],
  syncStatus,
  progress: {
    current: 0,
    highest: 9,
    peers: 0,
    halted: undefined,
    blocksPerSecond: 0,
    secondsLeft: undefined,
    diskBytes: undefined,
    snapshot: undefined,
  },
  queuedMessages: 0,
  scoring: new PeerScoring({ now: () => 0 }),
})

describe('a public network', () => {
  it('lags behind once its best block is older than the setting', async () => {
    const { node, headMs } = await publicNode()
    expect(lagOf(node, maximumHeadAgeMs, headMs + 60_000)).toBeUndefined()
    expect(lagOf(node, maximumHeadAgeMs, headMs + 61_000)).toEqual({ kind: 'old-head', ageSeconds: 61 })
  })

  it('has a sync status while it lags behind, with the highest block of its peers', async () => {
    const { node, headMs } = await publicNode()
    const late = headMs + 61_000
    expect(syncStatusOf(node, maximumHeadAgeMs, headMs)).toBeUndefined()
    expect(syncStatusOf(node, maximumHeadAgeMs, late)).toEqual({
      startingBlock: 1,
      currentBlock: 1,
      highestBlock: 1,
    })
    const withPeers = { ...node, peers: peersWith(undefined) }
    expect(syncStatusOf(withPeers, maximumHeadAgeMs, late)?.highestBlock).toBe(9)
  })

  it('has the sync status of its peers while it catches up', async () => {
    const { node, headMs } = await publicNode()
    const status = { startingBlock: 0, currentBlock: 1, highestBlock: 5 }
    expect(syncStatusOf({ ...node, peers: peersWith(status) }, maximumHeadAgeMs, headMs)).toBe(status)
  })
})
