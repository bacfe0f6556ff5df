import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes, leftPad } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'
import { modexp } from './modexp.ts'
import { hexOf, join, outcome } from './outcome.cases.ts'

const secp256k1Prime = 2n ** 256n - 2n ** 32n - 977n
const huge = 2n ** 256n - 1n

describe('the result of modexp', () => {
  it.each([
    ['Fermat (EIP-198)', join(1n, 32n, 32n, '03', secp256k1Prime - 1n, secp256k1Prime), hexOf(1n)],
    ['a base of no bytes (EIP-198)', join(0n, 32n, 32n, secp256k1Prime - 1n, secp256k1Prime), hexOf(0n)],
    [
      'bytes after the modulus (EIP-198)',
      join(1n, 2n, 32n, '03ffff', 2n ** 255n, '07'),
      '0x3b01b01ac41f2d6e917c6d6a221ce793802469026d9ab7578fa2e79e4da6aaab',
    ],
    [
      'a modulus cut short (EIP-198)',
      join(1n, 2n, 32n, '03ffff80'),
      '0x3b01b01ac41f2d6e917c6d6a221ce793802469026d9ab7578fa2e79e4da6aaab',
    ],
    ['no input', join(), '0x'],
    ['no base and no modulus', join(0n, 1n, 0n, '05'), '0x'],
    ['no modulus', join(1n, 1n, 0n, '0305'), '0x'],
    ['a modulus of zero', join(1n, 1n, 3n, '0305000000'), '0x000000'],
    ['a modulus beyond the input', join(1n, 1n, 3n, '0305'), '0x000000'],
    ['a modulus of one', join(1n, 1n, 2n, '03050001'), '0x0000'],
    ['zero to the power of zero', join(0n, 0n, 1n, '05'), '0x01'],
    ['a length word cut short', join('00'), '0x'],
    ['an exponent of zeros that were not sent', join(1n, 2n ** 30n, 1n, '03'), '0x00'],
    ['a result shorter than the modulus', join(1n, 1n, 4n, '020300000101'), '0x00000008'],
    ['an exponent past the 31-bit offsets', join(0n, huge, 1n), '0x'],
    ['offsets one past 31 bits', join(0n, 2n ** 31n - 96n, 2n), '0x'],
    ['offsets at 31 bits', join(0n, 2n ** 31n - 97n, 2n), '0x0000'],
    ['a base of 2^256 - 1 bytes', join(huge, 0n, 1n), '0x'],
    ['a base too long for any block', join(2n ** 24n + 1n, 0n, 1n), 'failure'],
    ['a modulus too long for any block', join(0n, 0n, huge), 'failure'],
  ])('for %s', (_, input, expected) => {
    expect(outcome(modexp, input)).toBe(expected)
  })

  it('is the power modulo the modulus, as long as the modulus', () => {
    const operand = fc.uint8Array({ maxLength: 20 })
    fc.assert(
      fc.property(operand, fc.uint8Array({ maxLength: 1 }), operand, (base, exponent, modulus) => {
        const lengths = [base, exponent, modulus].map((bytes) => BigInt(bytes.length))
        const output = outcome(modexp, concatBytes(join(...lengths), base, exponent, modulus))
        const divisor = toBigInt(modulus)
        const power = divisor === 0n ? 0n : toBigInt(base) ** toBigInt(exponent) % divisor
        expect(output).toBe(toHex(leftPad(unsignedBytes(power), modulus.length)))
      }),
    )
  })
})

describe('the gas of modexp', () => {
  it.each([
    ['no input', join(), 0],
    ['32-byte operands (EIP-198)', join(1n, 32n, 32n, '03', secp256k1Prime - 1n, secp256k1Prime), 13056],
    ['a two-byte exponent (EIP-198)', join(1n, 2n, 32n, '03ffff', 2n ** 255n), 768],
    ['an exponent of zero', join(32n, 1n, 32n, 0n, '00'), 51],
    ['an exponent of one', join(32n, 1n, 32n, 0n, '01'), 51],
    ['an exponent of four', join(32n, 1n, 32n, 0n, '04'), 102],
    ['33 exponent bytes, the first zero', join(32n, 33n, 32n, 0n, 1n), 409],
    ['33 exponent bytes, the first ff', join(32n, 33n, 32n, 0n, 'ff'), 13465],
    ['64 bytes, the last squared', join(64n, 1n, 0n), 204],
    ['65 bytes', join(65n, 1n, 0n), 211],
    ['1024 bytes', join(0n, 1n, 1024n), 17868],
    ['1025 bytes', join(0n, 1n, 1025n), 17899],
    ['a great exponent for no modulus', join(0n, huge, 0n), 0],
    ['a great exponent for one byte', join(0n, huge, 1n), 858_993_446],
    ['a great base', join(huge, 0n, 0n), Number.MAX_SAFE_INTEGER],
    ['great lengths everywhere', join(huge, huge, huge), Number.MAX_SAFE_INTEGER],
    ['16 million bytes', join(2n ** 24n, 0n, 0n), 880_011_945_420],
  ])('for %s', (_, input, expected) => {
    expect(modexp.gas(input)).toBe(expected)
  })

  it('is a safe integer for any lengths', () => {
    const length = fc.bigInt({ min: 0n, max: 2n ** 40n })
    fc.assert(
      fc.property(
        length,
        length,
        length,
        fc.uint8Array({ maxLength: 64 }),
        (base, exponent, modulus, rest) => {
          const gas = modexp.gas(concatBytes(join(base, exponent, modulus), rest))
          expect(Number.isSafeInteger(gas) && gas >= 0).toBe(true)
        },
      ),
    )
  })
})
