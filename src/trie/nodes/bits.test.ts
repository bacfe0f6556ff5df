import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitPath, bitAt, copyBits, emptyPath, octetsFor, sharedBits } from './bits.ts'

/** A bit string as text: the model with which the functions are compared. */
const bitText = fc.string({ unit: fc.constantFrom('0', '1'), maxLength: 70 })

function packed(text: string): Uint8Array {
  const bytes = new Uint8Array(octetsFor(text.length))
  for (let i = 0; i < text.length; i++) if (text[i] === '1') bytes[i >> 3]! |= 0x80 >> (i & 7)
  return bytes
}

/** A path over bytes in which `lead` precedes it. */
const pathAfter = (lead: string, text: string): BitPath =>
  new BitPath(packed(lead + text), lead.length, text.length)

const textOf = (path: BitPath): string => Array.from({ length: path.length }, (_, i) => path.bit(i)).join('')

describe('bit strings', () => {
  it('are numbered from the most significant bit of the first byte', () => {
    expect(Array.from({ length: 16 }, (_, i) => bitAt(Uint8Array.of(0b1010_0000, 1), i)).join('')).toBe(
      '1010000000000001',
    )
  })

  it('are compared across any two alignments', () => {
    fc.assert(
      fc.property(bitText, bitText, bitText, bitText, bitText, (leadA, leadB, common, restA, restB) => {
        const a = common + restA
        const b = common + restB
        const limit = Math.min(a.length, b.length)
        let expected = 0
        while (expected < limit && a[expected] === b[expected]) expected++
        const counted = sharedBits(packed(leadA + a), leadA.length, packed(leadB + b), leadB.length, limit)
        expect(counted).toBe(expected)
      }),
    )
  })

  it('are copied without changing the bits before, and clear the rest of the last byte', () => {
    fc.assert(
      fc.property(bitText, bitText, bitText, (before, lead, text) => {
        const target = new Uint8Array(octetsFor(before.length + text.length)).fill(0xff)
        target.set(packed(before))
        copyBits(target, before.length, packed(lead + text), lead.length, text.length)
        expect(target).toEqual(packed(before + text))
      }),
    )
  })

  it('are sliced without a copy', () => {
    fc.assert(
      fc.property(bitText, bitText, fc.nat(), fc.nat(), (lead, text, a, b) => {
        const from = a % (text.length + 1)
        const to = from + (b % (text.length - from + 1))
        const path = pathAfter(lead, text)
        const slice = path.slice(from, to)
        expect(textOf(slice)).toBe(text.slice(from, to))
        if (slice.length > 0) expect(slice.bytes).toBe(path.bytes)
        else expect(slice).toBe(emptyPath)
      }),
    )
  })

  it('are joined with one bit between two paths', () => {
    fc.assert(
      fc.property(bitText, bitText, bitText, fc.constantFrom<0 | 1>(0, 1), (lead, upper, lower, bit) => {
        const joined = pathAfter(lead, upper).joined(bit, pathAfter(lead, lower))
        expect(textOf(joined)).toBe(upper + bit + lower)
      }),
    )
  })

  it('agree with a key at most to the end of the shorter', () => {
    const path = pathAfter('101', '11110000')
    expect(path.sharedWith(Uint8Array.of(0b1111_0000), 0)).toBe(8)
    expect(path.sharedWith(Uint8Array.of(0b0111_1000), 1)).toBe(7)
    expect(path.sharedWith(Uint8Array.of(0b1111_1000), 0)).toBe(4)
    expect(path.sharedWith(Uint8Array.of(0), 8)).toBe(0)
  })
})
