import { describe, expect, it } from 'vitest'
import { minimumGasPriceBounds } from './gasBounds.ts'

describe('the minimum gas price', () => {
  it.each([
    [0n, 0n, 1n],
    [1n, 0n, 2n],
    [2n, 1n, 3n],
    [199n, 198n, 200n],
    [200n, 198n, 202n],
    [183_000_000n, 181_170_000n, 184_830_000n],
  ])('after %i is between %i and %i', (parent, lowest, highest) => {
    expect(minimumGasPriceBounds(parent)).toEqual({ lowest, highest })
  })
})
