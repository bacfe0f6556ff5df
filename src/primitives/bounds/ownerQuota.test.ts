import { describe, expect, it } from 'vitest'
import { OwnerQuota } from './ownerQuota.ts'

/** How many units an owner gets that takes as many as it can. */
function taken(quota: OwnerQuota, owner: string): number {
  let count = 0
  while (quota.take(owner)) count++
  return count
}

describe('a quota of owners', () => {
  it('never exceeds the share of an owner', () => {
    const quota = new OwnerQuota(512, 128)
    expect([taken(quota, 'alice'), taken(quota, 'alice')]).toEqual([128, 0])
    quota.giveBack('alice')
    expect(taken(quota, 'alice')).toBe(1)
  })

  it('leaves units for newcomers when owners want all of them', () => {
    const quota = new OwnerQuota(512, 128)
    const counts = Array.from({ length: 100 }, (_, index) => taken(quota, `owner ${index}`))
    expect(counts.slice(0, 4)).toEqual([128, 128, 64, 32])
    expect(counts.filter((count) => count === 0)).toEqual([])
    expect(taken(quota, 'newcomer')).toBe(1)
  })

  it('never exceeds the total', () => {
    const quota = new OwnerQuota(16, 8)
    const counts = Array.from({ length: 100 }, (_, index) => taken(quota, `owner ${index}`))
    expect(counts.reduce((sum, count) => sum + count)).toBe(16)
  })

  it('can be taken again when it was given back', () => {
    const quota = new OwnerQuota(4, 3)
    expect([taken(quota, 'alice'), taken(quota, 'bob')]).toEqual([2, 1])
    quota.giveBack('bob')
    quota.giveBack('alice')
    expect(taken(quota, 'carol')).toBe(1)
    quota.giveBack('alice')
    expect(taken(quota, 'carol')).toBe(1)
  })
})
