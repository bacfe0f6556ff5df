import { describe, expect, it } from 'vitest'
import { packZeros, unpackZeros, ZeroPacker } from './zeroRuns.ts'

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
    const packer = new ZeroPacker()
    const middle = bytes.length >> 1
    packer.add(Uint8Array.from(bytes.slice(0, middle)))
    packer.add(Uint8Array.from(bytes.slice(middle)))
    packer.endRun()
    expect(packer.length).toBe(packed.length)
    expect([...packer.take()]).toEqual(packed)
  })

  it('ends a run before a byte that stands for itself', () => {
    const packer = new ZeroPacker()
    for (const raw of [0, 2]) {
      packer.addRaw(raw)
      packer.add(Uint8Array.of(5, 0))
      packer.endRun()
    }
    expect([...packer.end()]).toEqual([0, 5, 0, 1, 2, 5, 0, 1])
  })

  it('keeps what was taken when the next packer writes', () => {
    const first = packZeros(Uint8Array.of(1, 2, 3))
    packZeros(Uint8Array.of(4, 5, 6))
    expect([...first]).toEqual([1, 2, 3])
  })
})
