import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupOrder } from '../crypto/secp256k1.ts'
import { toHex, toHexDigits } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { WalletError } from './errors.ts'
import { accountOf, privateKeyFromBytes, privateKeyFromHex, privateKeyFromSeed } from './privateKey.ts'

describe('A private key', () => {
  it.each([
    ['golden', '0x30f09981953998cf19f05c40fb8e4b343c9d0d69'],
    ['', '0x9cce34f7ab185c7aba1b7c8140d620b4bda941d6'],
    ['5', '0x77db2bebba79db42a978f896968f4afce746ea1f'],
    ['sampleSeed1', '0x82cb5e9f9e9bbb260e176ee10c64878d3478f60c'],
  ])('made from the seed "%s" belongs to the account the reference node gives', (seed, account) => {
    expect(toHex(accountOf(privateKeyFromSeed(seed)))).toBe(account)
  })

  it.each([
    [`0x${'22'.repeat(32)}`, '0x1563915e194d8cfba1943570603f7606a3115508'],
    ['33'.repeat(32), '0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb'],
    ['0x01', '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf'],
  ])('is read from the hex forms the reference node takes: %s', (text, account) => {
    expect(toHex(accountOf(privateKeyFromHex(text)))).toBe(account)
  })

  it('is the same in upper and lower case', () => {
    const digits = 'ab'.repeat(32)
    expect(privateKeyFromHex(digits.toUpperCase())).toEqual(privateKeyFromHex(`0x${digits}`))
  })

  it.each(['0xzz', '0x123', 'xyz'])(
    'is refused in the words of the reference node when it is no hex: %s',
    (text) => {
      expect(() => privateKeyFromHex(text)).toThrow(
        new WalletError('invalid-key', `Invalid param ${text}: value must be a valid hex.`),
      )
    },
  )

  it('is not repeated in the message about a mistyped digit', () => {
    const mistyped = `0x${'1234'.repeat(15)}123g`
    expect(() => privateKeyFromHex(mistyped)).toThrow('Invalid param 0x12...: value must be a valid hex.')
  })

  it.each([
    ['nothing', new Uint8Array(0)],
    ['zero', new Uint8Array(32)],
    ['the group order', wordBytes(groupOrder)],
    ['more than the group order', new Uint8Array(32).fill(0xff)],
    ['33 bytes', new Uint8Array(33).fill(1)],
  ])('cannot be %s', (_, bytes) => {
    expect(() => privateKeyFromBytes(bytes)).toThrow(WalletError)
  })

  it('keeps its number whatever its length and becomes a copy of 32 bytes', () => {
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
