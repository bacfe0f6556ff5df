// ADDMOD and MULMOD: the intermediate result keeps all its bits. A modulus of zero returns zero.
import { PRODUCT, TEMPORARY } from '../../src/evm/layout'
import { addWithCarry, multiply, multiplyHigh, subtract } from './arithmetic'
import { less } from './comparison'
import { remainder } from './division'
import { reduceProduct } from './longDivision'
import { copyWord, isZero, limb0, limb1, limb2, limb3, setLimb, setWord } from './word'

/** The operands, reduced by the modulus. */
const first: u32 = TEMPORARY
const second: u32 = TEMPORARY + 32

@inline
function reduceOperand(result: u32, word: u32, modulus: u32): void {
  if (less(word, modulus)) copyWord(result, word)
  else remainder(result, word, modulus)
}

export function addModulo(result: u32, a: u32, b: u32, modulus: u32): void {
  if (isZero(modulus)) {
    setLimb(result, 0)
    return
  }
  reduceOperand(first, a, modulus)
  reduceOperand(second, b, modulus)
  const carry = addWithCarry(first, first, second)
  if (carry == 0 && less(first, modulus)) copyWord(result, first)
  else subtract(result, first, modulus)
}

export function multiplyModulo(result: u32, a: u32, b: u32, modulus: u32): void {
  const m3 = limb3(modulus)
  if ((m3 | limb2(modulus)) == 0) multiplyModuloPair(result, a, b, modulus)
  else {
    multiplyWide(a, b)
    if ((m3 & limb2(modulus) & limb1(modulus)) == u64.MAX_VALUE && limb0(modulus) != 0)
      foldProduct(result, limb0(modulus))
    else reduceProduct(result, modulus)
  }
}

/** A modulus of up to two limbs: the product of reduced factors fits a word. */
function multiplyModuloPair(result: u32, a: u32, b: u32, modulus: u32): void {
  if (isZero(modulus)) {
    setLimb(result, 0)
    return
  }
  reduceOperand(first, a, modulus)
  reduceOperand(second, b, modulus)
  multiply(first, first, second)
  remainder(result, first, modulus)
}

/**
 * Writes all eight limbs of the product to PRODUCT, row by row; the running sum moves up one limb with each
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
    store<u64>(PRODUCT + row, s0)

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
  setWord(PRODUCT + 32, s0, s1, s2, s3)
}

/**
 * Reduces the product at PRODUCT by 2^256 - c, the field of secp256k1 for example, where c is one limb: 2^256 counts
 * as c. `lowest` is the lowest limb of that modulus; its other limbs are 2^64 - 1.
 */
function foldProduct(result: u32, lowest: u64): void {
  const c = 0 - lowest
  const upper = PRODUCT + 32
  // The lower half plus c times the upper half: a word and `carry`, one limb.
  let part = c * limb0(upper)
  let r0 = limb0(PRODUCT) + part
  let carry = multiplyHigh(c, limb0(upper)) + u64(r0 < part)
  part = c * limb1(upper) + carry
  carry = multiplyHigh(c, limb1(upper)) + u64(part < carry)
  let r1 = limb1(PRODUCT) + part
  carry += u64(r1 < part)
  part = c * limb2(upper) + carry
  carry = multiplyHigh(c, limb2(upper)) + u64(part < carry)
  let r2 = limb2(PRODUCT) + part
  carry += u64(r2 < part)
  part = c * limb3(upper) + carry
  carry = multiplyHigh(c, limb3(upper)) + u64(part < carry)
  let r3 = limb3(PRODUCT) + part
  carry += u64(r3 < part)

  // The same for that limb: now less than 2^256 + 2^128.
  part = c * carry
  r0 += part
  part = multiplyHigh(c, carry) + u64(r0 < part)
  r1 += part
  carry = u64(r1 < part)
  r2 += carry
  carry &= u64(r2 == 0)
  r3 += carry
  carry &= u64(r3 == 0)

  // Subtracting the modulus is adding c.
  if (carry || ((r1 & r2 & r3) == u64.MAX_VALUE && r0 >= lowest)) {
    r0 += c
    carry = u64(r0 < c)
    r1 += carry
    carry &= u64(r1 == 0)
    r2 += carry
    carry &= u64(r2 == 0)
    r3 += carry
  }
  setWord(result, r0, r1, r2, r3)
}
