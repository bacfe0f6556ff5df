import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { addressOf, publicKeyOf, signHash } from '../../crypto/secp256k1.ts'
import { concatBytes, leftPad } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toBigInt, wordBytes } from '../../primitives/integers.ts'
import { ecrecover } from './ecrecover.ts'
import { join, outcome } from './outcome.cases.ts'

const hash = 0x18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1cn
const r = 0x73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75fn
const s = 0xeeb940b1d03b21e36b0e47e79769f095fe2ab855bd91e3a38756b7d75a9c4549n
const signer = '0x000000000000000000000000a94f5374fce5edbc8e2a8697c15331677e6ebf0b'
const good = join(hash, 28n, r, s)

describe('ecrecover', () => {
  it('costs 3000 gas whatever the input', () => {
    expect(ecrecover.gas(new Uint8Array(0))).toBe(3000)
    expect(ecrecover.gas(good)).toBe(3000)
  })

  it('finds the signer, even with high s and with bytes after the signature', () => {
    expect(outcome(ecrecover, good)).toBe(signer)
    expect(outcome(ecrecover, concatBytes(good, Uint8Array.of(1, 2, 3)))).toBe(signer)
    expect(outcome(ecrecover, join(hash, 27n, r, groupOrder - s))).toBe(signer)
  })

  it('reads only the last byte of v', () => {
    expect(outcome(ecrecover, join(hash, 2n ** 256n - 256n + 28n, r, s))).toBe(signer)
  })

  it('reads missing bytes of s as zeros', () => {
    const short = fc.sample(fc.bigInt({ min: 1n, max: 2n ** 200n }), 1)[0]! << 32n
    const whole = join(hash, 27n, r, short)
    const expected = outcome(ecrecover, whole)
    expect(expected).toMatch(/^0x0{24}[0-9a-f]{40}$/)
    expect(outcome(ecrecover, whole.subarray(0, 124))).toBe(expected)
  })

  it.each([
    ['no input', new Uint8Array(0)],
    ['95 bytes', good.subarray(0, 95)],
    ['96 bytes, that is s = 0', good.subarray(0, 96)],
    ['v = 0', join(hash, 0n, r, s)],
    ['v = 26', join(hash, 26n, r, s)],
    ['v = 29', join(hash, 29n, r, s)],
    ['v = 27 · 256', join(hash, 27n * 256n, r, s)],
    ['r = 0', join(hash, 28n, 0n, s)],
    ['r = N', join(hash, 28n, groupOrder, s)],
    ['r = 2^256 - 1', join(hash, 28n, 2n ** 256n - 1n, s)],
    ['s = 0', join(hash, 28n, r, 0n)],
    ['s = N', join(hash, 28n, r, groupOrder)],
    ['an r that is no x of the curve', join(hash, 28n, 5n, s)],
  ])('succeeds with empty output for %s', (_, input) => {
    expect(outcome(ecrecover, input)).toBe('0x')
  })

  it('finds the signer of any signature', () => {
    const keys = fc.bigInt({ min: 1n, max: groupOrder - 1n })
    fc.assert(
      fc.property(keys, fc.uint8Array({ minLength: 32, maxLength: 32 }), (key, message) => {
        const { compact, recovery } = signHash(message, wordBytes(key))
        const input = concatBytes(message, wordBytes(BigInt(27 + recovery)), compact)
        const expected = leftPad(addressOf(publicKeyOf(wordBytes(key))), 32)
        expect(outcome(ecrecover, input)).toBe(toHex(expected))
      }),
      { numRuns: 30 },
    )
  })

  it('returns an empty output or an address for any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 160 }), fc.constantFrom(27, 28), (input, v) => {
        if (input.length > 63) input[63] = v
        const output = outcome(ecrecover, input)
        if (output !== '0x') expect(toBigInt(join(output))).toBeLessThan(2n ** 160n)
      }),
    )
  })
})
