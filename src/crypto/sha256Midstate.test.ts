import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256.ts'
import { advanceState, blockBytes, finishFromState, initialState } from './sha256Midstate.ts'

describe('SHA-256 from a state', () => {
  it('is SHA-256 of the whole input, wherever it is split', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700, size: 'max' }), fc.nat(10), (message, blocks) => {
        const cut = Math.min(blocks, Math.floor(message.length / blockBytes)) * blockBytes
        const state = advanceState(initialState, message.subarray(0, cut))
        expect(finishFromState(state, BigInt(cut), message.subarray(cut))).toEqual(sha256(message))
      }),
    )
  })

  it('pads tails of every length', () => {
    const message = Uint8Array.from({ length: 64 + 130 }, (_, index) => index)
    const state = advanceState(initialState, message.subarray(0, 64))
    for (let end = 64; end <= message.length; end++) {
      expect(finishFromState(state, 64n, message.subarray(64, end))).toEqual(sha256(message.subarray(0, end)))
    }
  })

  it('can be advanced in steps', () => {
    const message = new Uint8Array(192).fill(9)
    const inSteps = [0, 64, 128].reduce<Uint8Array>(
      (state, at) => advanceState(state, message.subarray(at, at + 64)),
      initialState,
    )
    expect(inSteps).toEqual(advanceState(initialState, message))
  })

  it('reads states and blocks at any offset of their buffer', () => {
    const shifted = new Uint8Array(32 + 3)
    shifted.set(initialState, 3)
    const block = new Uint8Array(65).subarray(1)
    expect(advanceState(shifted.subarray(3), block)).toEqual(advanceState(initialState, new Uint8Array(64)))
  })

  it('takes counts beyond 2^61 modulo 2^64 bits', () => {
    const tail = new Uint8Array(5)
    expect(finishFromState(initialState, 2n ** 61n, tail)).toEqual(sha256(tail))
  })

  it('rejects incomplete states and blocks', () => {
    expect(() => advanceState(new Uint8Array(31), new Uint8Array(64))).toThrow(RangeError)
    expect(() => advanceState(initialState, new Uint8Array(63))).toThrow(RangeError)
  })
})
