import { describe, expect, it } from 'vitest'
import { editDistance } from './editDistance.ts'

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['mainet', 'mainnet', 1],
    ['maninet', 'mainnet', 2],
    ['kitten', 'sitting', 3],
  ])('from %j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
    expect(editDistance(b, a)).toBe(distance)
  })
})
