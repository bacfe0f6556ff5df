// ADDMOD and MULMOD: the intermediate result keeps all its bits. A modulus of zero returns zero.
import { DIVIDEND, DIVISOR } from '../../src/evm/layout'
import { addWithCarry, multiplyHigh } from './arithmetic'
import { divideLong } from './longDivision'
import { copyWord, isZero, limb0, limb1, limb2, limb3, setLimb, setWord } from './word'

export function addModulo(result: u32, a: u32, b: u32, modulus: u32): void {
  if (isZero(modulus)) {
    setLimb(result, 0)
    return
  }
  store<u64>(DIVIDEND, addWithCarry(DIVIDEND, a, b), 32)
  copyWord(DIVISOR, modulus)
  divideLong(5)
  copyWord(result, DIVIDEND)
}

export function multiplyModulo(result: u32, a: u32, b: u32, modulus: u32): void {
  if (isZero(modulus)) {
    setLimb(result, 0)
    return
  }
  multiplyWide(a, b)
  copyWord(DIVISOR, modulus)
  divideLong(8)
  copyWord(result, DIVIDEND)
}

/**
 * Writes all eight limbs of the product to DIVIDEND, row by row; the running sum moves up one limb with each
 * row.
 */
@inline
function multiplyWide(a: u32, b: u32): void {
  const b0 = limb0(b)
  const b1 = limb1(b)
  const b2 = limb2(b)
  const b3 = limb3(b)
  let s0: u64 = 0
  let s1: u64 = 0
  let s2: u64 = 0
  let s3: u64 = 0
  for (let row: u32 = 0; row < 32; row += 8) {
    const limb = load<u64>(a + row)
    let low = limb * b0
    s0 += low
    let carry = multiplyHigh(limb, b0) + u64(s0 < low)
    store<u64>(DIVIDEND + row, s0)

    low = limb * b1 + carry
    carry = multiplyHigh(limb, b1) + u64(low < carry)
    s0 = s1 + low
    carry += u64(s0 < low)

    low = limb * b2 + carry
    carry = multiplyHigh(limb, b2) + u64(low < carry)
    s1 = s2 + low
    carry += u64(s1 < low)

    low = limb * b3 + carry
    carry = multiplyHigh(limb, b3) + u64(low < carry)
    s2 = s3 + low
    s3 = carry + u64(s2 < low)
  }
  setWord(DIVIDEND + 32, s0, s1, s2, s3)
}
