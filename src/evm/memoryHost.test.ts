import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordBytes } from '../primitives/integers.ts'
import { address, newWorld } from './evmWorld.cases.ts'
import type { MemoryHost } from './memoryHost.cases.ts'

const change: fc.Arbitrary<(host: MemoryHost) => void> = fc
  .tuple(fc.nat(6), fc.nat(200), fc.nat(3))
  .map(([kind, who, what]) => (host) => {
    const account = address(who)
    const key = wordBytes(BigInt(what))
    const changes = [
      () => host.addBalance(account, BigInt(what)),
      () => host.setNonce(account, BigInt(what)),
      () => host.createAccount(account),
      () => host.markContract(account),
      () => host.saveCode(account, new Uint8Array(what)),
      () => host.setStorage(account, key, new Uint8Array(what).fill(1)),
      () => host.setTransient(account, key, new Uint8Array(what).fill(1)),
    ]
    changes[kind]!()
  })

describe('the host in memory', () => {
  it('restores the state at a mark, even with nested marks', () => {
    fc.assert(
      fc.property(fc.array(change), fc.array(change), fc.array(change), (before, outer, inner) => {
        const host = newWorld()
        for (const apply of before) apply(host)
        const atOuter = host.dump()
        const outerMark = host.snapshot()
        for (const apply of outer) apply(host)
        const atInner = host.dump()
        const innerMark = host.snapshot()
        for (const apply of inner) apply(host)
        host.rollback(innerMark)
        expect(host.dump()).toEqual(atInner)
        host.rollback(outerMark)
        expect(host.dump()).toEqual(atOuter)
      }),
      { numRuns: 100 },
    )
  })

  it('creates a missing account when zero is added to its balance', () => {
    const host = newWorld()
    host.addBalance(address(77), 0n)
    expect(host.exists(address(77))).toBe(true)
  })
})
