import { describe, expect, it } from 'vitest'
import { PeerScoring } from '../scoring/peerScoring.ts'
import { type Occupant, PeerAdmission } from './peerAdmission.ts'

const scoring = new PeerScoring({ now: () => 0 })

const inbound = (address: string, id = address): Occupant => ({ id, address, isInbound: true })
const outbound = (address: string): Occupant => ({ id: address, address, isInbound: false })
const times = (count: number, occupant: (index: number) => Occupant): Occupant[] =>
  Array.from({ length: count }, (_, index) => occupant(index))
/** An occupant in a network of its own. */
const distant = (index: number): string => `${20 + index}.1.1.1`

const admissionOf = (maximumPeers: number, ...trusted: readonly string[]): PeerAdmission =>
  new PeerAdmission({ maximumPeers, trusted: new Set(trusted), scoring })

describe('a caller', () => {
  it('is not admitted when its address is banned or punished', async () => {
    const admission = admissionOf(30)
    await scoring.ban('6.6.0.0/16')
    scoring.record({ address: '7.7.7.7' }, 'invalid-message')
    expect(['6.6.1.2', '7.7.7.7', '8.8.8.8'].map((address) => admission.admits(address, []))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is admitted as one of at most four of its address and sixteen of its network', () => {
    const admission = admissionOf(30)
    const ofAddress = times(4, () => inbound('9.9.9.9'))
    expect(admission.admits('9.9.9.9', ofAddress)).toBe(false)
    expect(admission.admits('::ffff:9.9.9.9', ofAddress)).toBe(false)
    expect(admission.admits('9.9.9.8', ofAddress)).toBe(true)
    const ofNetwork = times(16, (index) => inbound(`9.9.${index}.1`))
    expect(admission.admits('9.9.99.1', ofNetwork)).toBe(false)
    expect(admission.admits('9.10.0.1', ofNetwork)).toBe(true)
    const ofSite = times(16, (index) => inbound(`2001:db8:${index}::1`))
    expect(admission.admits('2001:db8:ffff::1', ofSite)).toBe(false)
  })

  it('on this machine has many more places, but a limited number', () => {
    const admission = admissionOf(200)
    expect(
      admission.admits(
        '127.0.0.1',
        times(63, () => inbound('127.0.0.1')),
      ),
    ).toBe(true)
    expect(
      admission.admits(
        '127.0.0.1',
        times(64, () => inbound('127.0.0.1')),
      ),
    ).toBe(false)
  })

  it('is admitted although all places are taken, because it may be trusted, up to a limit', () => {
    const admission = admissionOf(30)
    expect(
      admission.admits(
        '9.9.9.9',
        times(37, (index) => outbound(distant(index))),
      ),
    ).toBe(true)
    expect(
      admission.admits(
        '9.9.9.9',
        times(38, (index) => outbound(distant(index))),
      ),
    ).toBe(false)
  })

  it('gets none of the places that are reserved for nodes that we call', () => {
    const admission = admissionOf(30)
    const callers = times(20, (index) => inbound(distant(index)))
    expect(admission.hasPlace(inbound('9.9.9.9'), callers.slice(1))).toBe(true)
    expect(admission.hasPlace(inbound('9.9.9.9'), callers)).toBe(false)
    expect(admission.hasPlace(outbound('9.9.9.9'), callers)).toBe(true)
  })

  it('always gets a place when it is trusted', () => {
    const admission = admissionOf(2, 'trusted')
    const all = times(2, (index) => outbound(distant(index)))
    expect(admission.hasPlace(inbound('9.9.9.9', 'trusted'), all)).toBe(true)
    expect(admission.hasPlace(inbound('9.9.9.9', 'other'), all)).toBe(false)
    expect(admission.hasPlace(outbound('9.9.9.9'), all)).toBe(false)
  })
})
