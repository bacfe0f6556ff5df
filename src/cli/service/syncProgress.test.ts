import { describe, expect, it } from 'vitest'
import { LongWork } from '../../node/services/longWork.ts'
import type { PeeringProgress } from '../../peers/network/peering.ts'
import { SyncDisplay } from './syncProgress.ts'

const alone: PeeringProgress = {
  current: 7,
  highest: 7,
  blocksPerSecond: 0,
  secondsLeft: undefined,
  peers: 0,
  halted: undefined,
  diskBytes: undefined,
  snapshot: undefined,
}
const underway: PeeringProgress = {
  ...alone,
  current: 1_500,
  highest: 6_000,
  blocksPerSecond: 90,
  secondsLeft: 50,
  peers: 3,
}

function displayOn(columns: number | undefined) {
  const notes: string[] = []
  const shown: (string | undefined)[] = []
  let now = alone
  const works = new LongWork(() => 0)
  const parts = { chain: { start: undefined }, callIndexing: undefined, pruning: undefined }
  const work = () => works.of({ ...parts, peers: { progress: now, isBackfilling: false } })
  const display = new SyncDisplay([{ name: 'testnet', work, progress: () => now }], {
    print: () => {},
    note: (line) => notes.push(line),
    status:
      columns === undefined
        ? undefined
        : {
            columns,
            show: (text) => shown.push(text),
            clear: () => shown.push(undefined),
          },
  })
  const update = (progress: PeeringProgress): void => {
    now = progress
    display.update()
  }
  return { notes, shown, update }
}

const line = 'testnet: sync  25 %  1,500 of 6,000 blocks  3 peers'

describe('SyncDisplay', () => {
  it('rewrites the status line of a terminal, cut at its width', () => {
    const { notes, shown, update } = displayOn(40)
    update(underway)
    update({ ...alone, peers: 3 })
    expect(shown).toEqual([line.slice(0, 39), undefined])
    expect(notes).toEqual(['testnet: is up to date with its peers'])
  })

  it('writes a new line each time without a terminal', () => {
    const { notes, update } = displayOn(undefined)
    update(underway)
    expect(notes).toEqual([line])
  })

  it('names the size of the data', () => {
    const { notes, update } = displayOn(undefined)
    update({ ...underway, diskBytes: 3_210_000_000 })
    expect(notes).toEqual([`${line}, 3.21 GB on disk`])
  })

  it('shows how much of a snapshot has come', () => {
    const { notes, update } = displayOn(undefined)
    const snapshot = {
      block: 6_160,
      stateBytes: 8_000_000,
      fetchedBytes: 2_000_000,
      chunks: 40,
      bytesPerSecond: 500_000,
      headersLeft: 1_234,
      blocksLeft: 0,
      receivedBytes: 2_100_000,
      halted: undefined,
    }
    update({ ...underway, snapshot })
    update({ ...underway, snapshot: { ...snapshot, halted: 'no connected peer serves the state' } })
    update({ ...underway, snapshot: { ...snapshot, block: undefined } })
    const complete = { ...snapshot, fetchedBytes: 8_000_000, headersLeft: 0, blocksLeft: 5_600 }
    update({ ...underway, snapshot: complete })
    expect(notes).toEqual([
      'testnet: snapshot  23 %  2.00 MB of 8.00 MB of the state of block 6160  3 peers',
      'testnet: state of block 6,160: no connected peer serves the state, 3 peers',
      'testnet: waits for a snapshot, 3 peers',
      'testnet: snapshot  95 %  400 of 6,000 blocks below the state fetched  3 peers',
    ])
  })

  it('reports a state once while it does not change', () => {
    const { notes, update } = displayOn(undefined)
    update(alone)
    update(alone)
    update({ ...underway, halted: 'the disk is full' })
    update({ ...alone, peers: 1 })
    update({ ...alone, peers: 2 })
    expect(notes).toEqual([
      'testnet: looks for peers',
      'testnet: accepts no blocks: the disk is full',
      'testnet: is up to date with its peers',
    ])
  })
})
