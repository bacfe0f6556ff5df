import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../hex.ts'
import { encodeRlp } from './encode.ts'
import { coinBytes, signedCoinBytes } from './values.ts'

const rlp = (bytes: Uint8Array): string => toHexDigits(encodeRlp(bytes))

describe('integers whose zero is the byte 00', () => {
  it.each([
    [null, '80', '80'],
    [0n, '00', '00'],
    [1n, '01', '01'],
    [127n, '7f', '7f'],
    [128n, '8180', '820080'],
    [255n, '81ff', '8200ff'],
    [10_000_000n, '83989680', '8400989680'],
  ])('%s is %s unsigned and %s signed', (value, unsigned, signed) => {
    expect(rlp(coinBytes(value))).toBe(unsigned)
    expect(rlp(signedCoinBytes(value))).toBe(signed)
  })

  it('may be negative when signed', () => {
    expect(rlp(signedCoinBytes(-1n))).toBe('81ff')
    expect(() => coinBytes(-1n)).toThrow(RangeError)
  })
})
