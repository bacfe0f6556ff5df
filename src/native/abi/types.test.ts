import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { valueOrDecodeError } from '../../primitives/decoding.cases.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { decodeArguments, encodeOutput, selectorOf, signatureOf } from './method.ts'
import { address, arrayOf, bool, bytes, bytes32, int256, string, uint256, wordLength } from './types.ts'

const words = (...values: (bigint | number)[]): Uint8Array =>
  concatBytes(...values.map((value) => wordBytes(BigInt(value))))

describe('the signature of a method', () => {
  it('lists the canonical types and hashes to the selector of the standard', () => {
    const signature = signatureOf('transfer', [address, uint256])
    expect(signature).toBe('transfer(address,uint256)')
    expect(toHexDigits(selectorOf(signature))).toBe('a9059cbb')
  })
})

describe('decoding', () => {
  it('reads every integer as a signed one', () => {
    expect(int256.decode(words(-5), 0)).toBe(-5n)
    expect(uint256.decode(words(2n ** 255n), 0)).toBe(-(2n ** 255n))
  })

  it('reads a bool from the low 32 bits', () => {
    expect(bool.decode(words(1n << 31n), 0)).toBe(true)
    expect(bool.decode(words(1n << 32n), 0)).toBe(false)
  })

  it('reads an address from the low 20 bytes, without the leading ff bytes of a negative word', () => {
    expect(toHexDigits(address.decode(words(0x1234), 0))).toBe('1234'.padStart(40, '0'))
    expect(toHexDigits(address.decode(words((7n << 160n) + 9n), 0))).toBe('9'.padStart(40, '0'))
    expect(toHexDigits(address.decode(words(-1), 0))).toBe('ff'.padStart(40, '0'))
  })

  it('reads only the low 32 bits of offsets and lengths', () => {
    const high = 1n << 200n
    const data = concatBytes(words(high + 32n, high + 3n), fromHex('aabbcc'))
    expect(decodeArguments([bytes], data)).toEqual([fromHex('aabbcc')])
  })

  it('does not require padding and ignores trailing bytes', () => {
    const data = concatBytes(words(32, 2), fromHex('aabbcc'))
    expect(decodeArguments([bytes], data)).toEqual([fromHex('aabb')])
  })

  it('reads missing bytes of an argument’s offset as zeros', () => {
    // The offset of the second argument is cut off, so it points at the first word: a length of 1.
    expect(decodeArguments([int256, bytes], concatBytes(words(1), fromHex('aa')))).toEqual([
      1n,
      fromHex('aa'),
    ])
  })

  it.each([
    ['an integer that is cut off', () => decodeArguments([int256], new Uint8Array(31))],
    ['an argument beyond the end', () => decodeArguments([int256, int256, bytes], words(0))],
    ['a length beyond the end', () => decodeArguments([bytes], words(32, 1))],
    ['a negative length', () => decodeArguments([bytes], words(32, -1))],
    ['a negative offset', () => decodeArguments([bytes], words(-32))],
    ['more elements than bytes', () => decodeArguments([arrayOf(bytes)], words(32, 2 ** 31 - 1))],
    ['a negative number of elements', () => decodeArguments([arrayOf(bytes)], words(32, -1))],
    ['an element beyond the end', () => decodeArguments([arrayOf(bytes)], words(32, 1, 99))],
    ['half a bytes32', () => decodeArguments([bytes32], new Uint8Array(16))],
  ])('refuses %s', (_what, decode) => {
    expect(decode).toThrow(DecodeError)
  })

  it('reads empty data as zero or an empty first array, and refuses bytes and later arrays', () => {
    expect(decodeArguments([int256, bool], emptyBytes)).toEqual([0n, false])
    expect(decodeArguments([arrayOf(bytes)], emptyBytes)).toEqual([[]])
    expect(() => decodeArguments([bytes], emptyBytes)).toThrow(DecodeError)
    expect(() => decodeArguments([bytes32], emptyBytes)).toThrow(DecodeError)
    expect(() => decodeArguments([int256, arrayOf(bytes)], emptyBytes)).toThrow(DecodeError)
  })

  it('finds elements from the word after the count', () => {
    const data = concatBytes(words(32, 2, 64, 64, 1), fromHex('aa'))
    expect(decodeArguments([arrayOf(bytes)], data)).toEqual([[fromHex('aa'), fromHex('aa')]])
  })

  it.each<[string, number]>([
    ['a negative offset', -1_000],
    ['an offset beyond the end', 1_000],
    ['the offset of a negative length', 32 * 10],
    ['the offset of a length beyond the end', 32 * 11],
  ])('finds %s at any place of a list of any length', (_what, offset) => {
    for (let count = 0; count <= 9; count++) {
      // After the offsets of ten elements come a negative length, one beyond the end, and one that fits.
      const listOf = (offsets: readonly number[]): Uint8Array =>
        concatBytes(words(32, count, ...offsets, ...new Array(10 - count).fill(0), -1, 65, 32, 0))
      const offsets = new Array<number>(count).fill(32 * 12)
      expect(decodeArguments([arrayOf(bytes)], listOf(offsets))).toEqual([offsets.map(() => words(0))])
      for (let index = 0; index < count; index++) {
        expect(() => decodeArguments([arrayOf(bytes)], listOf(offsets.with(index, offset)))).toThrow(
          DecodeError,
        )
      }
    }
  })

  it('accepts the lists whose elements all fit one by one, and no others', () => {
    // After the offsets come lengths that fit, a negative one and one beyond the end; offsets repeat in runs.
    const place = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(0, 1, 2) },
      { weight: 1, arbitrary: fc.constantFrom(3, 4, 50, -9) },
    )
    const run = fc.tuple(place, fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(fc.array(run, { maxLength: 6 }), fc.integer({ min: 0, max: 31 }), (runs, shift) => {
        const places = runs.flatMap(([index, times]) => new Array<number>(times).fill(index))
        const offsets = places.map((index) => wordLength * (places.length + index) - shift)
        const data = concatBytes(
          words(32, places.length, ...offsets),
          new Uint8Array(wordLength),
          words(0, 32, 0, -1, 2_000).subarray(0, 5 * wordLength - shift),
        )
        const start = 2 * wordLength
        const view = new DataView(data.buffer, data.byteOffset, data.length)
        const allFit = offsets.every((offset) => bytes.fits(view, start + offset))
        expect(arrayOf(bytes).fits(view, wordLength)).toBe(allFit)
      }),
      { numRuns: 500 },
    )
  })

  it('replaces malformed UTF-8', () => {
    expect(string.decode(concatBytes(words(2), fromHex('61ff')), 0)).toBe('a\ufffd')
  })

  it('never fails with anything but a DecodeError', () => {
    const types = [int256, arrayOf(bytes), string, arrayOf(arrayOf(bytes32)), bool] as const
    const word = fc.oneof(fc.bigInt(-2n, 200n), fc.bigInt(0n, 2n ** 256n - 1n))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.uint8Array({ maxLength: 40 }), (heads, tail) => {
        const data = concatBytes(words(...heads), tail)
        expect(() => valueOrDecodeError(() => decodeArguments<readonly unknown[]>(types, data))).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })
})

describe('encoding', () => {
  it('extends the sign of integers', () => {
    expect(encodeOutput(int256, -1n)).toEqual(new Uint8Array(32).fill(0xff))
    expect(encodeOutput(bool, true)).toEqual(words(1))
  })

  it('gives empty bytes a full word of padding: 96 bytes', () => {
    expect(encodeOutput(bytes, emptyBytes)).toEqual(words(32, 0, 0))
    expect(encodeOutput(string, '')).toEqual(words(32, 0, 0))
  })

  it.each([
    [1, 96],
    [32, 96],
    [33, 128],
  ])('pads %i bytes to %i in all', (length, total) => {
    expect(encodeOutput(bytes, new Uint8Array(length))).toHaveLength(total)
  })

  it('puts the offsets of dynamic elements before them', () => {
    const encoded = encodeOutput(arrayOf(string), ['a', ''])
    expect(toHexDigits(encoded)).toBe(
      toHexDigits(concatBytes(words(32, 2, 64, 128, 1), fromHex(`61${'00'.repeat(31)}`), words(0, 0))),
    )
  })

  it('decodes to the same values', () => {
    const value = fc.record({
      integer: fc.bigInt(-(2n ** 255n), 2n ** 255n - 1n),
      flag: fc.boolean(),
      hashes: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 4 }),
      texts: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
      blob: fc.uint8Array({ maxLength: 100 }),
    })
    fc.assert(
      fc.property(value, ({ integer, flag, hashes, texts, blob }) => {
        expect(decodeArguments([int256], encodeOutput(int256, integer))).toEqual([integer])
        expect(decodeArguments([bool], encodeOutput(bool, flag))).toEqual([flag])
        expect(decodeArguments([arrayOf(bytes32)], encodeOutput(arrayOf(bytes32), hashes))).toEqual([hashes])
        expect(decodeArguments([arrayOf(string)], encodeOutput(arrayOf(string), texts))).toEqual([texts])
        expect(decodeArguments([bytes], encodeOutput(bytes, blob))).toEqual([blob])
      }),
      { numRuns: 100 },
    )
  })
})
