import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { keccak256 } from './keccak256.ts'
import { RunningKeccak256 } from './runningKeccak256.ts'

describe('a running keccak', () => {
  it('gives the hash of the input so far, at every point', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (parts) => {
        const running = new RunningKeccak256()
        parts.forEach((part, index) => {
          running.absorb(part)
          expect(running.digest()).toEqual(keccak256(concatBytes(...parts.slice(0, index + 1))))
        })
      }),
      { numRuns: 50 },
    )
  })

  it('absorbs long input, and does not disturb other hashes', () => {
    const long = Uint8Array.from({ length: 136 * 400 * 2 + 500 }, (_, index) => (index * 31) & 0xff)
    const [first, second] = [new RunningKeccak256(), new RunningKeccak256()]
    for (const cut of [0, 1, 135, 136, 137, 136 * 400]) {
      const part = long.subarray(cut)
      first.absorb(part)
      expect(keccak256(long)).toEqual(keccak256(Uint8Array.from(long)))
      second.absorb(part.subarray(0, 77))
      second.absorb(part.subarray(77))
      expect(first.digest()).toEqual(second.digest())
    }
    expect(first.digest()).toEqual(
      keccak256(concatBytes(...[0, 1, 135, 136, 137, 136 * 400].map((cut) => long.subarray(cut)))),
    )
  })
})
