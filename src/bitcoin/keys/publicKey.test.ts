import { describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../crypto/secp256k1.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { accountOf, compressedForm, isCompressed, tryToDecodePublicKey } from './publicKey.ts'

const point = publicKeyOf(wordBytes(7n))
const isOdd = (point[64]! & 1) === 1
const withForm = (form: number): Uint8Array => Uint8Array.of(form, ...point.subarray(1))
const compressed = Uint8Array.of(isOdd ? 3 : 2, ...point.subarray(1, 33))

describe('a public key in a script', () => {
  it.each([
    ['compressed', compressed],
    ['uncompressed', point],
    ['with its parity', withForm(isOdd ? 7 : 6)],
  ])('may be %s', (_what, bytes) => {
    const key = tryToDecodePublicKey(bytes)!
    expect(key.point).toEqual(point)
    expect(compressedForm(key)).toEqual(compressed)
    expect(isCompressed(key)).toBe(bytes.length === 33)
  })

  it.each([
    ['empty', new Uint8Array(0)],
    ['with the wrong parity', withForm(isOdd ? 6 : 7)],
    ['of another form', withForm(5)],
    ['cut off', point.subarray(0, 64)],
    ['with a form of the other length', Uint8Array.of(4, ...compressed.subarray(1))],
    ['not a point of the curve', Uint8Array.of(2, ...new Uint8Array(32).fill(0xff))],
  ])('may not be %s', (_what, bytes) => {
    expect(tryToDecodePublicKey(bytes)).toBeUndefined()
  })

  it('may be a zero byte, which cannot sign but has an account', () => {
    const key = tryToDecodePublicKey(fromHex('00'))!
    expect(key.point).toBeUndefined()
    expect(compressedForm(key)).toEqual(fromHex('00'))
    expect(toHexDigits(accountOf(key))).toBe('dcc703c0e500b653ca82273b7bfad8045d85a470')
  })
})
