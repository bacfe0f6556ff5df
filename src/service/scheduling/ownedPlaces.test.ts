import { expect, it } from 'vitest'
import { OwnedPlaces } from './ownedPlaces.ts'

it('gives each owner its places, and all together no more than there are', () => {
  const places = new OwnedPlaces(3, 2)
  expect(['alice', 'alice', 'alice', 'bob', 'carol'].map((owner) => places.take(owner))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
  places.giveBack('alice')
  expect([places.take('bob'), places.take('carol')]).toEqual([true, false])
  for (const owner of ['alice', 'bob', 'bob']) places.giveBack(owner)
  expect(['alice', 'alice', 'alice'].map((owner) => places.take(owner))).toEqual([true, true, false])
})
