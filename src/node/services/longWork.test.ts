import { describe, expect, it } from 'vitest'
import type { PeeringProgress } from '../../peers/network/peering.ts'
import type { SnapshotProgress } from '../../peers/snap/snapshotProgress.ts'
import { LongWork } from './longWork.ts'

const idle: PeeringProgress = {
  ...{ current: 7, highest: 7, blocksPerSecond: 0, secondsLeft: undefined, peers: 3 },
  ...{ halted: undefined, diskBytes: undefined, snapshot: undefined },
}
const snapshot: SnapshotProgress = {
  ...{ block: 10_000, stateBytes: 8e6, fetchedBytes: 2e6, chunks: 40, bytesPerSecond: 0 },
  ...{ headersLeft: 5_000, blocksLeft: 0, receivedBytes: 0, halted: undefined },
}
const nothing = { chain: { start: undefined }, peers: undefined, callIndexing: undefined, pruning: undefined }
const workWith = (progress: Partial<PeeringProgress>) =>
  new LongWork(() => 0).of({
    ...nothing,
    peers: { progress: { ...idle, ...progress }, isBackfilling: false },
  })

describe('the long work of a node', () => {
  it('is empty for one that is up to date', () => {
    expect(new LongWork().of(nothing)).toEqual([])
    expect(workWith({})).toEqual([])
  })

  it('is following the chain of the peers, unless no blocks are accepted', () => {
    expect(workWith({ highest: 28 })).toMatchObject([
      { work: 'sync', progress: { done: 7, total: 28, part: 0.25 } },
    ])
    expect(workWith({ highest: 28, halted: 'the disk is full' })).toEqual([])
  })

  it.each<readonly [string, Partial<SnapshotProgress>, object]>([
    ['the state, when headers are ahead', {}, { done: 2e6, total: 8e6, isBytes: true, part: 0.2375 }],
    [
      'headers, when the state is complete',
      { fetchedBytes: 8e6 },
      { done: 5_000, total: 10_000, part: 0.475 },
    ],
    [
      'blocks, when both are complete',
      { fetchedBytes: 8e6, headersLeft: 0, blocksLeft: 1_500 },
      { done: 4_500, total: 6_000, part: 0.9875 },
    ],
    ['a state of unknown size', { stateBytes: 0, fetchedBytes: 0 }, { part: 0 }],
  ])('is fetching a snapshot: %s', (_, change, progress) => {
    expect(workWith({ snapshot: { ...snapshot, ...change } })).toMatchObject([{ work: 'snapshot', progress }])
  })

  it('does not show a snapshot that is waited for', () => {
    for (const waiting of [{ block: undefined }, { halted: 'no connected peer serves the state' }])
      expect(workWith({ snapshot: { ...snapshot, ...waiting } })).toEqual([])
  })

  it('is fetching older blocks, recording calls and pruning, each at its own rate', () => {
    let now = 0
    const work = new LongWork(() => now)
    const at = (lowest: number, filled: number) =>
      work.of({
        chain: { start: { number: 101, lowest } },
        peers: { progress: idle, isBackfilling: lowest > 1 },
        callIndexing: { coverage: { from: 11, filled, since: 110 } },
        pruning: { step: { what: 'clusters passed', done: 1, total: 2 } },
      })
    expect(at(81, 10).map((named) => named.work)).toEqual(['backfill', 'calls', 'prune'])
    now = 10_000
    expect(at(61, 60)).toMatchObject([
      { work: 'backfill', progress: { done: 40, total: 100, part: 0.4, perSecond: 2, secondsLeft: 30 } },
      { work: 'calls', progress: { done: 50, total: 100, part: 0.5, perSecond: 5, secondsLeft: 10 } },
      { work: 'prune', progress: { part: 0.5, perSecond: 0, secondsLeft: undefined } },
    ])
    expect(at(1, 110).map((named) => named.work)).toEqual(['prune'])
  })
})
