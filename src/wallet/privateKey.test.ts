import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupOrder } from '../crypto/secp256k1/curve.ts'
import { toHex, toHexDigits } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { accountOf, privateKeyFromBytes, privateKeyFromSeed } from './privateKey.ts'
import { WalletError } from './walletError.ts'

describe('a private key', () => {
  it.each([
    ['golden', '0x30f09981953998cf19f05c40fb8e4b343c9d0d69'],
    ['', '0x9cce34f7ab185c7aba1b7c8140d620b4bda941d6'],
    ['5', '0x77db2bebba79db42a978f896968f4afce746ea1f'],
    ['sampleSeed1', '0x82cb5e9f9e9bbb260e176ee10c64878d3478f60c'],
  ])('made from the seed "%s" belongs to the same account as in the reference node', (seed, account) => {
    expect(toHex(accountOf(privateKeyFromSeed(seed)))).toBe(account)
  })

  it.each([
    ['empty', new Uint8Array(0)],
    ['zero', new Uint8Array(32)],
    ['the group order', wordBytes(groupOrder)],
    ['more than the group order', new Uint8Array(32).fill(0xff)],
    ['33 bytes', new Uint8Array(33).fill(1)],
  ])('cannot be %s', (_, bytes) => {
    expect(() => privateKeyFromBytes(bytes)).toThrow(WalletError)
  })

  it('keeps its value at any length and becomes a copy of 32 bytes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: groupOrder - 1n }), fc.nat(31), (number, strip) => {
        const word = wordBytes(number)
        const zeros = word.findIndex((byte) => byte !== 0)
        const bytes = word.subarray(Math.min(strip, zeros))
        const key = privateKeyFromBytes(bytes)
        bytes.fill(0)
        expect(toHexDigits(key)).toBe(number.toString(16).padStart(64, '0'))
      }),
    )
  })
})
