import { expect, it } from 'vitest'
import { cacheShares } from './chainMemory.ts'

it('the caches of a chain together have the memory that the chain is given', () => {
  const shares = Object.values<number>({ ...cacheShares(48 << 20) })
  expect(shares.reduce((sum, share) => sum + share)).toBe(48 << 20)
})
