import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { ownStatus } from '../network/sessionParts.ts'
import { FakePeer } from './fakePeer.cases.ts'
import { Leaders } from './leaders.ts'
import { PeerSpeed } from './peerSpeed.ts'
import { RecentRate } from './recentRate.ts'
import { Signal } from './signal.ts'
import { SlowPeers } from './synchroniser.ts'

describe('the number of requests to a peer', () => {
  /** Lets a peer deliver at a rate for some seconds, with all answers after the same time. */
  const deliver = (
    speed: PeerSpeed,
    clock: { now: number },
    each: { perSecond: number; ms: number },
  ): void => {
    const end = clock.now + 3_000
    for (; clock.now < end; clock.now += 1_000 / each.perSecond) speed.delivered(each.ms)
  }

  it('is two at first and after a pause', () => {
    const clock = { now: 10_000 }
    const speed = new PeerSpeed(() => clock.now)
    expect(speed.allowance).toBe(2)
    deliver(speed, clock, { perSecond: 100, ms: 10 })
    expect(speed.allowance).toBeGreaterThan(20)
    clock.now += 3_000
    expect(speed.allowance).toBe(2)
  })

  it.each([
    { perSecond: 16, ms: 20, least: 5, most: 8 },
    { perSecond: 100, ms: 20, least: 24, most: 30 },
    { perSecond: 200, ms: 400, least: 130, most: 170 },
    { perSecond: 2_000, ms: 400, least: 256, most: 256 },
  ])('keeps a peer with $perSecond answers/s after $ms ms busy', ({ perSecond, ms, least, most }) => {
    const clock = { now: 10_000 }
    const speed = new PeerSpeed(() => clock.now)
    deliver(speed, clock, { perSecond, ms })
    expect(speed.allowance).toBeGreaterThanOrEqual(least)
    expect(speed.allowance).toBeLessThanOrEqual(most)
  })

  it('follows the minimum latency, not the time that requests wait at the peer', () => {
    const clock = { now: 10_000 }
    const speed = new PeerSpeed(() => clock.now)
    speed.delivered(10)
    deliver(speed, clock, { perSecond: 40, ms: 3_000 })
    expect(speed.allowance).toBeLessThan(20)
  })

  it('doubles with each round trip at first', () => {
    const clock = { now: 10_000 }
    const speed = new PeerSpeed(() => clock.now)
    const allowances = [1, 2, 3, 4].map(() => {
      const { allowance } = speed
      clock.now += 100
      for (let i = 0; i < allowance; i++) speed.delivered(100)
      return allowance
    })
    expect(allowances[0]).toBe(2)
    for (const [index, allowance] of allowances.slice(1).entries())
      expect(allowance).toBeGreaterThanOrEqual(1.5 * allowances[index]!)
  })
})

describe('a peer', () => {
  it('counts as slow when others overtake it eight times in a row', () => {
    const speed = new PeerSpeed(() => 0)
    for (let i = 0; i < 7; i++) speed.overtaken(500)
    speed.delivered(500)
    for (let i = 0; i < 7; i++) speed.overtaken(500)
    expect(speed.isSlow).toBe(false)
    speed.overtaken(500)
    expect(speed.isSlow).toBe(true)
  })

  it('is slow too often after three slow rounds', () => {
    const slow = new SlowPeers()
    const factory = new BlockFactory()
    const [a, b] = ['a', 'b'].map((name) => new FakePeer(name, factory.chainWith([])))
    expect([a, a, b, a].map((peer) => slow.add(peer!))).toEqual([false, false, false, true])
  })

  it('is waited for twice its average latency, within bounds', () => {
    const speed = new PeerSpeed(() => 0)
    expect(speed.patienceMs).toBe(1_000)
    speed.delivered(10)
    expect(speed.patienceMs).toBe(100)
    for (let i = 0; i < 200; i++) speed.delivered(500)
    expect(speed.patienceMs).toBeCloseTo(1_000, -1)
    for (let i = 0; i < 200; i++) speed.delivered(60_000)
    expect(speed.patienceMs).toBe(3_000)
  })
})

describe('the rate of blocks', () => {
  it('covers the last half minute', () => {
    let now = 0
    const rate = new RecentRate(() => now)
    now += 20_000
    expect(rate.perSecond).toBe(0)
    for (let block = 0; block < 20; block++) {
      rate.add(1)
      now += 100
    }
    // The time before the first block does not count.
    expect(rate.perSecond).toBeCloseTo(10, 0)
    for (let second = 0; second < 60; second++) {
      for (let block = 0; block < 10; block++) rate.add(1)
      now += 1_000
    }
    expect(rate.perSecond).toBeCloseTo(10, 0)
    now += 60_000
    expect(rate.perSecond).toBe(0)
    rate.add(1)
    now += 5_000
    expect(rate.perSecond).toBeLessThan(1)
  })
})

describe('the leader', () => {
  const factory = new BlockFactory()
  const chain = factory.chainWith(factory.branch(factory.genesis, 3, 1))
  const peerWith = (work: bigint): FakePeer =>
    new FakePeer(String(work), chain, { status: { ...ownStatus(chain), totalDifficulty: work } })

  it('is the peer with most work, if that is more than ours', () => {
    const leaders = new Leaders(() => 0)
    const peers = [5n, 9n, 7n, 2n].map(peerWith)
    for (const peer of peers) leaders.heard(peer)
    expect(leaders.among(peers, 5n).map(({ status }) => status?.totalDifficulty)).toEqual([9n, 7n])
    peers[1]!.disconnect()
    expect(leaders.among(peers, 5n)).toEqual([peers[2]])
  })

  it('is the one with the fewest unanswered requests among peers with the same work', () => {
    let now = 0
    const leaders = new Leaders(() => now)
    const [silent, other] = [peerWith(9n), peerWith(9n)]
    for (const peer of [silent, other]) leaders.heard(peer)
    for (let request = 0; request < 10; request++) leaders.silent(silent)
    expect(leaders.among([silent, other], 1n)).toEqual([other])
    // Ten requests at the same time are one failure.
    now += 2_000
    expect(leaders.among([silent, other], 1n)).toEqual([other, silent])
  })

  it('is not followed for a pause after a failure, which doubles until it succeeds', () => {
    let now = 0
    const leaders = new Leaders(() => now)
    const peer = peerWith(9n)
    leaders.heard(peer)
    const waits = (): number => {
      const start = now
      while (leaders.among([peer], 1n).length === 0) now += 1_000
      return now - start
    }
    const pauses = [1, 2, 3].map(() => {
      leaders.failed(peer)
      return waits()
    })
    expect(pauses).toEqual([2_000, 4_000, 8_000])
    leaders.succeeded(peer)
    leaders.failed(peer)
    expect(waits()).toBe(2_000)
  })

  it('is not a peer whose status is older than ten minutes', () => {
    let now = 0
    const leaders = new Leaders(() => now)
    const peer = peerWith(9n)
    expect(leaders.among([peer], 1n)).toEqual([])
    leaders.heard(peer)
    now = 600_001
    expect(leaders.among([peer], 1n)).toEqual([])
  })
})

describe('a signal', () => {
  it('ends the wait, even when it is set before', async () => {
    const signal = new Signal()
    signal.set()
    await signal.wait(60_000)
    const waiting = signal.wait(60_000)
    signal.set()
    await waiting
    await signal.wait(1)
  })
})
