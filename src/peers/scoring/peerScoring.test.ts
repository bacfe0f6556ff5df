import { describe, expect, it } from 'vitest'
import type { HostLookup } from './banTarget.ts'
import type { PeerEvent } from './peerEvent.ts'
import { PeerScoring, type PeerScoringOptions } from './peerScoring.ts'

const minute = 60_000
const node = (digit: string, address = '10.0.0.1') => ({ id: digit.repeat(128), address })

function world(options: PeerScoringOptions = {}, lookup: HostLookup = async () => undefined) {
  const clock = { now: 1_000_000 }
  const scoring = new PeerScoring({ now: () => clock.now, lookup }, options)
  const standing = (name: string) => scoring.list().find((listed) => listed.name === name)!.standing
  return { clock, scoring, standing }
}

describe('the score', () => {
  it.each<[PeerEvent[], number]>([
    [['successful-handshake', 'failed-handshake'], 0],
    [['valid-block', 'valid-transaction', 'valid-block'], 3],
    [['valid-block', 'valid-block', 'invalid-transaction'], -1],
    [['invalid-transaction', 'invalid-transaction'], -2],
    [['invalid-transaction', 'valid-block'], -1],
    [['valid-block', 'invalid-network'], -1],
    [['valid-block', 'invalid-block'], -1],
    [['invalid-header', 'invalid-message'], -2],
    [['unexpected-message', 'repeated-message', 'timeout-message'], 0],
    [['incompatible-protocol', 'unexpected-genesis'], 0],
  ])('after %j is %i', (events, score) => {
    const { scoring } = world()
    for (const event of events) scoring.record(node('a'), event)
    expect(scoring.list().map(({ standing }) => standing.score)).toEqual([score, score])
  })

  it('counts every event for the node and for its address', () => {
    const { scoring } = world()
    scoring.record(node('a'), 'valid-block')
    scoring.record(node('b'), 'valid-block')
    scoring.record({ address: '10.0.0.1' }, 'failed-handshake')
    expect(
      scoring
        .list()
        .map(({ type, name, standing }) => [
          type,
          name.slice(0, 8),
          standing.count('valid-block'),
          standing.count('failed-handshake'),
        ]),
    ).toEqual([
      ['node', 'aaaaaaaa', 1, 0],
      ['node', 'bbbbbbbb', 1, 0],
      ['address', '10.0.0.1', 2, 1],
    ])
  })
})

describe('reputation', () => {
  it.each<[PeerEvent, boolean]>([
    ['invalid-block', false],
    ['invalid-header', false],
    ['invalid-message', false],
    ['invalid-transaction', true],
    ['invalid-network', true],
    ['unexpected-genesis', true],
    ['timeout-message', true],
    ['repeated-message', true],
    ['unexpected-message', true],
  ])('after one %s is good: %s', (event, isGood) => {
    const { scoring } = world()
    scoring.record(node('a'), event)
    expect(scoring.hasGoodReputation(node('a'))).toBe(isGood)
  })

  it('is lost by the node at every address, and by every node at its address', () => {
    const { scoring } = world()
    scoring.record(node('a', '10.0.0.1'), 'invalid-block')
    expect(scoring.hasGoodReputation(node('a', '10.0.0.2'))).toBe(false)
    expect(scoring.hasGoodReputation(node('b', '10.0.0.1'))).toBe(false)
    expect(scoring.hasGoodReputation(node('b', '::ffff:10.0.0.1'))).toBe(false)
    expect(scoring.hasGoodReputation(node('b', '10.0.0.2'))).toBe(true)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('on %s is lost by the node only', (address) => {
    const { scoring } = world()
    scoring.record(node('a', address), 'invalid-block')
    expect(scoring.hasGoodReputation(node('a', address))).toBe(false)
    expect(scoring.hasGoodReputation(node('b', address))).toBe(true)
  })

  it('is lost by all nodes of an IPv6 /64 network, because it has one owner', () => {
    const { scoring } = world()
    scoring.record(node('a', '2001:db8::1'), 'invalid-block')
    expect(scoring.hasGoodReputation(node('b', '2001:db8::ffff:2'))).toBe(false)
    expect(scoring.hasGoodReputation(node('b', '2001:db8:0:1::1'))).toBe(true)
  })

  it('of a node is separate from that of its address', () => {
    const { scoring } = world()
    scoring.record(node('a'), 'invalid-block')
    expect(scoring.isPunished('a'.repeat(128))).toBe(true)
    expect(scoring.isPunished('b'.repeat(128))).toBe(false)
  })

  it('of an unknown node is good, and asking for it creates no standing', () => {
    const { scoring } = world()
    expect(scoring.hasGoodReputation(node('a'))).toBe(true)
    expect(scoring.list()).toEqual([])
  })
})

describe('a punishment', () => {
  it('lasts twelve minutes, after which all but the number of punishments is reset', () => {
    const { clock, scoring, standing } = world()
    scoring.record(node('a'), 'invalid-block')
    expect(standing('10.0.0.1').punishedUntil).toBe(clock.now + 12 * minute)
    clock.now += 12 * minute - 1
    expect(scoring.hasGoodReputation(node('a'))).toBe(false)
    clock.now += 1
    expect(scoring.hasGoodReputation(node('a'))).toBe(true)
    const after = standing('10.0.0.1')
    expect([after.score, after.count('invalid-block'), after.punishedUntil, after.punishments]).toEqual([
      0, 0, 0, 1,
    ])
  })

  it('is not prolonged by events during it', () => {
    const { clock, scoring, standing } = world()
    scoring.record(node('a'), 'invalid-block')
    clock.now += 5 * minute
    scoring.record(node('a'), 'invalid-block')
    expect(standing('10.0.0.1').count('invalid-block')).toBe(2)
    expect(standing('10.0.0.1').punishments).toBe(1)
    clock.now += 7 * minute
    expect(scoring.hasGoodReputation(node('a'))).toBe(true)
  })

  it('grows by a tenth each time', () => {
    const { clock, scoring, standing } = world()
    const durations = [1, 2, 3].map(() => {
      scoring.record(node('a'), 'invalid-header')
      const { punishedUntil } = standing('a'.repeat(128))
      const duration = punishedUntil - clock.now
      clock.now = punishedUntil
      return duration
    })
    expect(durations).toEqual([12 * minute, 13.2 * minute, Math.round(14.52 * minute)])
  })

  it('is multiplied by the negative score', () => {
    const { clock, scoring, standing } = world()
    scoring.record(node('a'), 'invalid-transaction')
    scoring.record(node('a'), 'invalid-transaction')
    scoring.record(node('a'), 'invalid-block')
    expect(standing('10.0.0.1').punishedUntil - clock.now).toBe(36 * minute)
  })

  it('has a maximum duration for an address, but not for a node', () => {
    const { clock, scoring, standing } = world()
    for (let times = 0; times < 600; times++) scoring.record(node('a'), 'invalid-transaction')
    scoring.record(node('a'), 'invalid-block')
    expect(standing('10.0.0.1').punishedUntil - clock.now).toBe(6000 * minute)
    expect(standing('a'.repeat(128)).punishedUntil - clock.now).toBe(601 * 12 * minute)
  })
})

describe('standings', () => {
  it('are bounded: the one touched longest ago is dropped first', () => {
    const { scoring } = world({ maximumNodes: 2, maximumAddresses: 3 })
    for (const digit of ['a', 'b', 'a', 'c'])
      scoring.record(node(digit, `10.0.0.${digit.charCodeAt(0)}`), 'valid-block')
    expect(scoring.list().map(({ name }) => name.slice(0, 9))).toEqual([
      'aaaaaaaaa',
      'ccccccccc',
      '10.0.0.98',
      '10.0.0.97',
      '10.0.0.99',
    ])
  })

  it('are not displaced by many new names while they are punished', () => {
    const { clock, scoring } = world({ maximumNodes: 3, maximumAddresses: 3 })
    scoring.record(node('a', '10.0.0.1'), 'invalid-block')
    for (let other = 2; other < 50; other++) {
      scoring.record({ id: `${other}`, address: `10.0.1.${other}` }, 'successful-handshake')
    }
    expect(scoring.hasGoodReputation(node('a', '10.9.9.9'))).toBe(false)
    expect(scoring.hasGoodReputation(node('b', '10.0.0.1'))).toBe(false)
    expect(scoring.list()).toHaveLength(6)
    clock.now += 12 * minute
    for (let other = 2; other < 5; other++) {
      scoring.record({ id: `${other}`, address: `10.0.1.${other}` }, 'successful-handshake')
    }
    expect(scoring.list().map(({ name }) => name)).not.toContain('10.0.0.1')
  })

  it('are bounded even when all are punished', () => {
    const { scoring } = world({ maximumNodes: 2, maximumAddresses: 2 })
    for (const digit of ['a', 'b', 'c'])
      scoring.record(node(digit, `10.0.0.${digit.charCodeAt(0)}`), 'invalid-block')
    expect(scoring.list()).toHaveLength(4)
    expect(scoring.hasGoodReputation(node('c'))).toBe(false)
  })

  it('can be cleared by address, host or node id', async () => {
    const { scoring } = world({}, async (host) => (host === 'peer.example' ? '10.0.0.2' : undefined))
    scoring.record(node('a', '10.0.0.1'), 'invalid-block')
    scoring.record(node('b', '10.0.0.2'), 'invalid-block')
    expect(await scoring.clear('10.0.0.1')).toBe(true)
    expect(await scoring.clear('A'.repeat(128))).toBe(true)
    expect(scoring.hasGoodReputation(node('a', '10.0.0.1'))).toBe(true)
    expect(await scoring.clear('peer.example')).toBe(true)
    expect(scoring.hasGoodReputation(node('c', '10.0.0.2'))).toBe(true)
    expect(await scoring.clear('nonsense')).toBe(false)
    expect(scoring.list().map(({ name }) => name)).toEqual(['b'.repeat(128)])
  })
})

describe('bans', () => {
  it('are independent of standings', async () => {
    const { scoring } = world()
    await scoring.ban('10.0.0.0/24')
    await scoring.ban('10.0.1.1')
    expect(scoring.bannedAddresses()).toEqual(['10.0.1.1', '10.0.0.0/24'])
    expect(scoring.isBanned('10.0.0.1')).toBe(true)
    expect(scoring.hasGoodReputation(node('a', '10.0.0.1'))).toBe(true)
    await scoring.unban('10.0.0.0/24')
    expect(scoring.isBanned('10.0.0.1')).toBe(false)
    await expect(scoring.ban('peer.example')).rejects.toThrow('invalid banned address peer.example')
  })
})
