import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { errorText, panicText } from './revertReason.ts'

const errorPayload = (text: string): Uint8Array => {
  const bytes = new TextEncoder().encode(text)
  const padding = new Uint8Array((32 - (bytes.length % 32)) % 32)
  return concatBytes(fromHex('08c379a0'), wordBytes(32n), wordBytes(BigInt(bytes.length)), bytes, padding)
}

const panicPayload = (code: bigint): Uint8Array => concatBytes(fromHex('4e487b71'), wordBytes(code))

describe('the reason of a revert', () => {
  it('is the text of Solidity’s Error(string)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        expect(errorText(errorPayload(text))).toBe(text)
      }),
    )
  })

  it('is undefined for a payload that is cut off or points beyond its end', () => {
    const payload = errorPayload('not owner')
    expect(errorText(payload.subarray(0, 4 + 32 + 32 + 8))).toBeUndefined()
    expect(errorText(payload.subarray(0, 20))).toBeUndefined()
    expect(errorText(concatBytes(fromHex('08c379a0'), wordBytes(2n ** 255n), wordBytes(1n)))).toBeUndefined()
    expect(errorText(fromHex('deadbeef'))).toBeUndefined()
    expect(errorText(new Uint8Array(0))).toBeUndefined()
  })

  it('is the meaning of Solidity’s panic code', () => {
    expect(panicText(panicPayload(0x11n))).toBe('panic: arithmetic overflow or underflow (0x11)')
    expect(panicText(panicPayload(0x12n))).toBe('panic: division or modulo by zero (0x12)')
    expect(panicText(panicPayload(0x99n))).toBe('panic: unknown (0x99)')
    expect(panicText(panicPayload(1n).subarray(0, 30))).toBeUndefined()
    expect(panicText(errorPayload('x'))).toBeUndefined()
  })
})
