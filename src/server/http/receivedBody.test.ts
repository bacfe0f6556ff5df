import { describe, expect, it } from 'vitest'
import { CollectedBytes } from './receivedBody.ts'

/** Collects chunks of these lengths, and the lengths of memory that was asked for. */
function collect(lengths: readonly number[], maximum = Infinity) {
  const held: number[] = []
  const collected = new CollectedBytes((length) => {
    held.push(length)
    return held.reduce((sum, each) => sum + each, 0) <= maximum
  })
  const chunks = lengths.map((length, index) => Buffer.alloc(length, index))
  const areAdded = chunks.map((chunk) => collected.add(chunk))
  return { joined: collected.joined(), whole: Buffer.concat(chunks), held, areAdded }
}

describe('the bytes of a body', () => {
  it.each([
    ['no chunk', []],
    ['one chunk', [100_000]],
    ['long chunks', [65_536, 65_536, 10]],
    ['short chunks', [...Array(5_000).keys()].map((index) => index % 40)],
    ['short and long chunks', [3, 5_000, 7, 4_095, 4_096, 4_095, 4_095, 4_095, 4_095, 9, 70_000]],
  ])('are joined in their order from %s', (_, lengths) => {
    const { joined, whole } = collect(lengths)
    expect(joined.equals(whole)).toBe(true)
  })

  it('are held in few pieces of memory when their chunks are short', () => {
    const { held } = collect(Array(100_000).fill(1))
    expect(held.length).toBeLessThan(10)
  })

  it('are not copied when they arrive in one chunk', () => {
    const chunk = Buffer.from('whole')
    const collected = new CollectedBytes(() => true)
    collected.add(chunk)
    expect(collected.joined()).toBe(chunk)
  })

  it('are not held beyond what is allowed', () => {
    const { areAdded } = collect([5_000, 1, 5_000], 21_500)
    expect(areAdded).toEqual([true, true, false])
  })
})
