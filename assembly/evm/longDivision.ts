// Schoolbook division of words (Knuth's algorithm D with 64-bit digits), with a path for each length of the divisor, so
// that all limbs stay in locals.
import { PRODUCT } from '../../src/evm/layout'
import { multiplyHigh } from './arithmetic'
import {
  divide128,
  divideByHalf,
  divideByLimb,
  divideByPair,
  quotientHigh,
  quotientLow,
  reciprocalOfLimb,
  reciprocalOfPair,
  remainderLimb,
  rest0,
  rest1,
  shiftedLeft,
  shiftedRight,
} from './reciprocal'
import { limb0, limb1, limb2, limb3, setWord } from './word'

/** Results of `divideWords`. */
let quotient0: u64 = 0
let quotient1: u64 = 0
let quotient2: u64 = 0
let quotient3: u64 = 0
let remainder0: u64 = 0
let remainder1: u64 = 0
let remainder2: u64 = 0
let remainder3: u64 = 0

@inline
function setQuotient(q0: u64, q1: u64, q2: u64, q3: u64): void {
  quotient0 = q0
  quotient1 = q1
  quotient2 = q2
  quotient3 = q3
}

@inline
function setRemainder(r0: u64, r1: u64, r2: u64, r3: u64): void {
  remainder0 = r0
  remainder1 = r1
  remainder2 = r2
  remainder3 = r3
}

/** Writes the quotient of the last `divideWords`. */
@inline
export function writeQuotient(result: u32): void {
  setWord(result, quotient0, quotient1, quotient2, quotient3)
}

/** Writes the remainder of the last `divideWords`. */
@inline
export function writeRemainder(result: u32): void {
  setWord(result, remainder0, remainder1, remainder2, remainder3)
}

/** Divides word `a` by word `b`, which is not zero. */
export function divideWords(a: u32, b: u32): void {
  const a0 = limb0(a)
  const a1 = limb1(a)
  const a2 = limb2(a)
  const a3 = limb3(a)
  const b0 = limb0(b)
  const b1 = limb1(b)
  const b2 = limb2(b)
  const b3 = limb3(b)
  if (b3) byFourLimbs(a0, a1, a2, a3, b0, b1, b2, b3)
  else if (b2) byThreeLimbs(a0, a1, a2, a3, b0, b1, b2)
  else if (b1) byTwoLimbs(a0, a1, a2, a3, b0, b1)
  else if ((a2 | a3) == 0) {
    divide128(a1, a0, b0)
    setQuotient(quotientLow, quotientHigh, 0, 0)
    setRemainder(remainderLimb, 0, 0, 0)
  } else if (b0 >> 32) byLimb(a0, a1, a2, a3, b0)
  else byHalfLimb(a0, a1, a2, a3, b0)
}

function byHalfLimb(a0: u64, a1: u64, a2: u64, a3: u64, divisor: u64): void {
  const q3 = a3 / divisor
  const q2 = divideByHalf(a3 - q3 * divisor, a2, divisor)
  const q1 = divideByHalf(rest0, a1, divisor)
  const q0 = divideByHalf(rest0, a0, divisor)
  setQuotient(q0, q1, q2, q3)
  setRemainder(rest0, 0, 0, 0)
}

function byLimb(a0: u64, a1: u64, a2: u64, a3: u64, divisor: u64): void {
  const shift = clz(divisor)
  const d = divisor << shift
  const reciprocal = reciprocalOfLimb(d)
  let q3: u64 = 0
  let rest = shiftedLeft(a3, a2, shift)
  if (a3) {
    q3 = divideByLimb(shiftedLeft(0, a3, shift), rest, d, reciprocal)
    rest = rest0
  }
  const q2 = divideByLimb(rest, shiftedLeft(a2, a1, shift), d, reciprocal)
  const q1 = divideByLimb(rest0, shiftedLeft(a1, a0, shift), d, reciprocal)
  const q0 = divideByLimb(rest0, a0 << shift, d, reciprocal)
  setQuotient(q0, q1, q2, q3)
  setRemainder(rest0 >> shift, 0, 0, 0)
}

function byTwoLimbs(a0: u64, a1: u64, a2: u64, a3: u64, b0: u64, b1: u64): void {
  const shift = clz(b1)
  const d1 = shiftedLeft(b1, b0, shift)
  const d0 = b0 << shift
  const reciprocal = reciprocalOfPair(d1, d0)
  const top = shiftedLeft(0, a3, shift)
  const q2 = divideByPair(top, shiftedLeft(a3, a2, shift), shiftedLeft(a2, a1, shift), d1, d0, reciprocal)
  const q1 = divideByPair(rest1, rest0, shiftedLeft(a1, a0, shift), d1, d0, reciprocal)
  const q0 = divideByPair(rest1, rest0, a0 << shift, d1, d0, reciprocal)
  setQuotient(q0, q1, q2, 0)
  setRemainder(shiftedRight(rest1, rest0, shift), rest1 >> shift, 0, 0)
}

/** As by four limbs, with a zero limb below both numbers. */
function byThreeLimbs(a0: u64, a1: u64, a2: u64, a3: u64, b0: u64, b1: u64, b2: u64): void {
  const shift = clz(b2)
  const d3 = shiftedLeft(b2, b1, shift)
  const d2 = shiftedLeft(b1, b0, shift)
  const d1 = b0 << shift
  const reciprocal = reciprocalOfPair(d3, d2)
  startDigits(a3, a2, a1, a0, shift)
  const q1 = nextDigit(a0 << shift, d3, d2, d1, 0, reciprocal)
  const q0 = nextDigit(0, d3, d2, d1, 0, reciprocal)
  setQuotient(q0, q1, 0, 0)
  setRemainder(
    shiftedRight(remainder2, remainder1, shift),
    shiftedRight(remainder3, remainder2, shift),
    remainder3 >> shift,
    0,
  )
}

function byFourLimbs(a0: u64, a1: u64, a2: u64, a3: u64, b0: u64, b1: u64, b2: u64, b3: u64): void {
  const shift = clz(b3)
  const d3 = shiftedLeft(b3, b2, shift)
  const d2 = shiftedLeft(b2, b1, shift)
  const d1 = shiftedLeft(b1, b0, shift)
  const d0 = b0 << shift
  startDigits(a3, a2, a1, a0, shift)
  setQuotient(nextDigit(a0 << shift, d3, d2, d1, d0, reciprocalOfPair(d3, d2)), 0, 0, 0)
  shiftRemainder(shift)
}

/** Starts with the bits that a shift moves out of the upper limb, and the three shifted limbs below them. */
@inline
function startDigits(a3: u64, a2: u64, a1: u64, a0: u64, shift: u64): void {
  setRemainder(
    shiftedLeft(a1, a0, shift),
    shiftedLeft(a2, a1, shift),
    shiftedLeft(a3, a2, shift),
    shiftedLeft(0, a3, shift),
  )
}

@inline
function shiftRemainder(shift: u64): void {
  setRemainder(
    shiftedRight(remainder1, remainder0, shift),
    shiftedRight(remainder2, remainder1, shift),
    shiftedRight(remainder3, remainder2, shift),
    remainder3 >> shift,
  )
}

/**
 * The next digit of a division by a normalised word: of the remainder, which is below the divisor, followed by a
 * limb. The digit is estimated from the upper two limbs of the divisor, so it is too large by one at most.
 */
@inline
function nextDigit(limb: u64, d3: u64, d2: u64, d1: u64, d0: u64, reciprocal: u64): u64 {
  if (remainder3 == d3 && remainder2 == d2) return maximumDigit(limb, d3, d2, d1, d0)
  let digit = divideByPair(remainder3, remainder2, remainder1, d3, d2, reciprocal)
  let r3 = rest1
  let r2 = rest0

  // r3:r2:r1:r0 -= digit × d1:d0
  let product = digit * d0
  let borrow = multiplyHigh(digit, d0) + u64(limb < product)
  let r0 = limb - product
  product = digit * d1
  const difference = remainder0 - product
  const upper = multiplyHigh(digit, d1) + u64(remainder0 < product) + u64(difference < borrow)
  let r1 = difference - borrow
  borrow = u64(r2 < upper)
  r2 -= upper
  const isTooLarge = r3 < borrow
  r3 -= borrow

  if (isTooLarge) {
    digit--
    r0 += d0
    let carry = u64(r0 < d0)
    let sum = r1 + d1
    r1 = sum + carry
    carry = u64(sum < d1) | u64(r1 < sum)
    sum = r2 + d2
    r2 = sum + carry
    carry = u64(sum < d2) | u64(r2 < sum)
    r3 += d3 + carry
  }
  setRemainder(r0, r1, r2, r3)
  return digit
}

/**
 * The digit when the remainder has the upper limbs of the divisor: exactly 2^64 - 1. The new remainder is
 * remainder × 2^64 + limb + divisor - divisor × 2^64, of which the limbs above the fourth cancel out.
 */
function maximumDigit(limb: u64, d3: u64, d2: u64, d1: u64, d0: u64): u64 {
  const r0 = limb + d0
  let carry = u64(r0 < d0)
  let sum = remainder0 + d1
  let r1 = sum + carry
  carry = u64(sum < d1) | u64(r1 < sum)
  sum = remainder1 + d2
  let r2 = sum + carry
  carry = u64(sum < d2) | u64(r2 < sum)
  let r3 = remainder2 + d3 + carry

  let borrow = u64(r1 < d0)
  r1 -= d0
  const difference = r2 - d1
  const nextBorrow = u64(r2 < d1) | u64(difference < borrow)
  r2 = difference - borrow
  borrow = nextBorrow
  r3 -= d2 + borrow
  setRemainder(r0, r1, r2, r3)
  return u64.MAX_VALUE
}

/** Writes the product at PRODUCT modulo a word of three or four limbs; three are moved up by one limb. */
export function reduceProduct(result: u32, modulus: u32): void {
  const isShort = limb3(modulus) == 0
  const b3 = isShort ? limb2(modulus) : limb3(modulus)
  const b2 = isShort ? limb1(modulus) : limb2(modulus)
  const b1 = isShort ? limb0(modulus) : limb1(modulus)
  const b0 = isShort ? 0 : limb0(modulus)
  const shift = clz(b3)
  const d3 = shiftedLeft(b3, b2, shift)
  const d2 = shiftedLeft(b2, b1, shift)
  const d1 = shiftedLeft(b1, b0, shift)
  const d0 = b0 << shift
  const reciprocal = reciprocalOfPair(d3, d2)
  const upper = PRODUCT + 32
  startDigits(limb3(upper), limb2(upper), limb1(upper), limb0(upper), shift)
  const last: u32 = isShort ? PRODUCT - 8 : PRODUCT
  for (let at: u32 = upper; at >= last; at -= 8) {
    nextDigit(shiftedLeft(load<u64>(at), load<u64>(at - 8), shift), d3, d2, d1, d0, reciprocal)
  }
  shiftRemainder(shift)
  if (isShort) setWord(result, remainder1, remainder2, remainder3, 0)
  else writeRemainder(result)
}
