import { describe, expect, it } from 'vitest'
import { OwnedPlaces } from './ownedPlaces.ts'

/** How many places an owner gets that takes as many as it can. */
function taken(places: OwnedPlaces, owner: string): number {
  let count = 0
  while (places.take(owner)) count++
  return count
}

describe('places of owners', () => {
  it('never exceed the share of an owner', () => {
    const places = new OwnedPlaces(512, 128)
    expect([taken(places, 'alice'), taken(places, 'alice')]).toEqual([128, 0])
    places.giveBack('alice')
    expect(taken(places, 'alice')).toBe(1)
  })

  it('are left for newcomers by owners that want all of them', () => {
    const places = new OwnedPlaces(512, 128)
    const counts = Array.from({ length: 100 }, (_, index) => taken(places, `owner ${index}`))
    expect(counts.slice(0, 4)).toEqual([128, 128, 64, 32])
    expect(counts.filter((count) => count === 0)).toEqual([])
    expect(taken(places, 'newcomer')).toBe(1)
  })

  it('never exceed the total', () => {
    const places = new OwnedPlaces(16, 8)
    const counts = Array.from({ length: 100 }, (_, index) => taken(places, `owner ${index}`))
    expect(counts.reduce((sum, count) => sum + count)).toBe(16)
  })

  it('can be taken again when they are given back', () => {
    const places = new OwnedPlaces(4, 3)
    expect([taken(places, 'alice'), taken(places, 'bob')]).toEqual([2, 1])
    places.giveBack('bob')
    places.giveBack('alice')
    expect(taken(places, 'carol')).toBe(1)
    places.giveBack('alice')
    expect(taken(places, 'carol')).toBe(1)
  })
})
