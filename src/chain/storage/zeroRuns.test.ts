import { describe, expect, it } from 'vitest'
import { packZeros, unpackZeros, writePacked } from './zeroRuns.ts'

const zeros = (count: number): number[] => new Array<number>(count).fill(0)

const cases: [string, number[], number[]][] = [
  ['nothing', [], []],
  ['bytes other than zero as they are', [1, 255, 7], [1, 255, 7]],
  ['a single zero', [0], [0, 1]],
  ['a run between other bytes', [9, 0, 0, 0, 8], [9, 0, 3, 8]],
  ['the longest run', zeros(255), [0, 255]],
  ['a longer run in two', [...zeros(256), 4], [0, 255, 0, 1, 4]],
  ['two of the longest runs', zeros(510), [0, 255, 0, 255]],
  [
    'many bytes',
    Array.from({ length: 60_000 }, (_, i) => i % 2),
    Array.from({ length: 30_000 }, () => [0, 1, 1]).flat(),
  ],
]

describe('packing zeros', () => {
  it.each(cases)('packs %s', (_, bytes, packed) => {
    expect([...packZeros(Uint8Array.from(bytes))]).toEqual(packed)
    expect([...unpackZeros(Uint8Array.from(packed))!]).toEqual(bytes)
  })

  it.each(cases)('packs %s in parts', (_, bytes, packed) => {
    const target = new Uint8Array(1 + packed.length)
    const middle = bytes.length >> 1
    const parts = [bytes.slice(0, middle), bytes.slice(middle)].map((part) => Uint8Array.from(part))
    expect(writePacked(target, 1, parts)).toBe(target.length)
    expect([...target.subarray(1)]).toEqual(packed)
  })

  it('keeps what was packed when other bytes are packed', () => {
    const first = packZeros(Uint8Array.of(1, 2, 3))
    packZeros(Uint8Array.of(4, 5, 6))
    expect([...first]).toEqual([1, 2, 3])
  })
})
