import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { RecentHashes } from '../recentHashes.ts'
import { FakePeer, type FakePeerOptions } from './fakePeer.cases.ts'
import { SectionHeaders } from './sectionHeaders.ts'
import type { Offence } from './syncFailure.ts'

const factory = new BlockFactory()
const blocks = factory.branch(factory.genesis, 30, 1)
const full = factory.chainWith(blocks)
const empty = factory.chainWith([])
const genesis = factory.genesis.header

class HeadersWorld {
  readonly offences: (readonly [string, Offence])[] = []
  readonly controller = new AbortController()
  readonly headers: SectionHeaders
  readonly peers: readonly FakePeer[]

  /** The first of the peers is the leader. */
  constructor(peers: readonly FakePeer[]) {
    this.peers = peers
    this.headers = new SectionHeaders({
      chain: empty,
      lead: peers[0]!,
      refused: new RecentHashes(16),
      nowSeconds: () => 0,
      report: (peer, offence) => this.offences.push([(peer as FakePeer).name, offence]),
      options: { signal: this.controller.signal, timeoutMs: 10_000 },
    })
  }

  /** Fetches the headers of three sections of ten blocks; returns their numbers. */
  async fetchAll(): Promise<number[]> {
    const numbers: number[] = []
    let parent = genesis
    for (const end of [10, 20, 30]) {
      const last = { number: end, hash: blocks[end - 1]!.header.hash }
      const headers = await this.headers.fetch({ last, sources: new Set(this.peers) }, parent)
      numbers.push(...headers.map(({ header }) => header.number))
      parent = headers.at(-1)!.header
    }
    return numbers
  }

  get requests(): number[] {
    return this.peers.map(({ asked }) => asked.length)
  }
}

/** Lets time pass until the promise settles. */
async function passing<T>(running: Promise<T>): Promise<T> {
  let isRunning = true
  const settled = running.finally(() => {
    isRunning = false
  })
  settled.catch(() => {})
  while (isRunning) {
    await vi.advanceTimersByTimeAsync(50)
    await nextTurn()
  }
  return settled
}

const peer = (name: string, options: FakePeerOptions = {}): FakePeer => new FakePeer(name, full, options)
const silent: FakePeerOptions = { answer: () => undefined }
const all = blocks.map(({ header }) => header.number)

describe('the headers of a section', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('are requested from the leader only while it answers', async () => {
    const world = new HeadersWorld([peer('lead', { delayMs: 1_000 }), peer('other')])
    expect(await passing(world.fetchAll())).toEqual(all)
    expect(world.requests).toEqual([3, 0])
  })

  it('come from another peer that has them when the leader is late, the next ones at once', async () => {
    const world = new HeadersWorld([peer('lead', { delayMs: 9_000 }), peer('other', { delayMs: 100 })])
    expect(await passing(world.fetchAll())).toEqual(all)
    expect(world.requests).toEqual([1, 3])
    expect(world.offences).toEqual([])
  })

  it('come from another peer at once when the leader sends false ones or leaves, and the leader is reported', async () => {
    const lying = peer('lead', {
      answer: (_, correct) =>
        correct?.kind === 'headers-response' ? { ...correct, headers: correct.headers.slice(1) } : correct,
    })
    const world = new HeadersWorld([lying, peer('other')])
    expect(await passing(world.fetchAll())).toEqual(all)
    expect(world.offences[0]).toEqual(['lead', 'invalid-message'])

    const leaving = peer('lead')
    leaving.disconnect()
    const second = new HeadersWorld([leaving, peer('other')])
    expect(await passing(second.fetchAll())).toEqual(all)
    expect(second.requests).toEqual([0, 3])
    expect(second.offences).toEqual([])
  })

  it('are missing when no peer sends them, with the failure of the leader', async () => {
    const world = new HeadersWorld([peer('lead', silent), peer('other', silent)])
    await expect(passing(world.fetchAll())).rejects.toThrow('no answer to headers-request')
    expect(world.offences).toEqual([['other', 'timeout']])
    expect(world.requests).toEqual([1, 1])
  })

  it('end with the round', async () => {
    const world = new HeadersWorld([peer('lead', silent)])
    setTimeout(() => world.controller.abort(new Error('enough')), 500)
    await expect(passing(world.fetchAll())).rejects.toThrow('enough')
  })
})
