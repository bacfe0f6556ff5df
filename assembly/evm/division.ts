// DIV, MOD, SDIV, SMOD: the cheap cases first, long division for the rest. Division by zero returns zero.
import { DIVIDEND, DIVISOR, QUOTIENT } from '../../src/evm/layout'
import { fitsSignedLimb, negate } from './arithmetic'
import { divide128, divideLong, quotientHigh, quotientLow, remainderLimb } from './longDivision'
import { copyWord, isNegative, isWide, isZero, limb0, limb1, limb2, limb3, setLimb, setWord } from './word'

@inline
function isNarrowPair(a: u32, b: u32): bool {
  return (limb1(a) | limb2(a) | limb3(a) | limb1(b) | limb2(b) | limb3(b)) == 0
}

/** Whether `divide128` suffices: two limbs by one. */
@inline
function isTwoByOne(a: u32, b: u32): bool {
  return (limb2(a) | limb3(a) | limb1(b) | limb2(b) | limb3(b)) == 0
}

export function divide(result: u32, a: u32, b: u32): void {
  if (isZero(b)) setLimb(result, 0)
  else if (isNarrowPair(a, b)) setLimb(result, limb0(a) / limb0(b))
  else if (isTwoByOne(a, b)) {
    divide128(limb1(a), limb0(a), limb0(b))
    setWord(result, quotientLow, quotientHigh, 0, 0)
  } else {
    copyWord(DIVIDEND, a)
    copyWord(DIVISOR, b)
    divideLong(4)
    copyWord(result, QUOTIENT)
  }
}

export function remainder(result: u32, a: u32, b: u32): void {
  if (isZero(b)) setLimb(result, 0)
  else if (isNarrowPair(a, b)) setLimb(result, limb0(a) % limb0(b))
  else if (isTwoByOne(a, b)) {
    divide128(limb1(a), limb0(a), limb0(b))
    setLimb(result, remainderLimb)
  } else {
    copyWord(DIVIDEND, a)
    copyWord(DIVISOR, b)
    divideLong(4)
    copyWord(result, DIVIDEND)
  }
}

@inline
function setMagnitude(magnitude: u32, word: u32): void {
  if (isNegative(word)) negate(magnitude, word)
  else copyWord(magnitude, word)
}

export function divideSigned(result: u32, a: u32, b: u32): void {
  if (isZero(b)) {
    setLimb(result, 0)
    return
  }
  // The quotient of -2^63 and -1 does not fit a signed limb.
  if (fitsSignedLimb(a) && fitsSignedLimb(b) && limb0(a) != 0x8000000000000000) {
    const quotient = <i64>limb0(a) / <i64>limb0(b)
    const sign = <u64>(quotient >> 63)
    setWord(result, <u64>quotient, sign, sign, sign)
    return
  }
  const differ = isNegative(a) != isNegative(b)
  setMagnitude(DIVIDEND, a)
  setMagnitude(DIVISOR, b)
  if (isTwoByOne(DIVIDEND, DIVISOR)) {
    divide128(limb1(DIVIDEND), limb0(DIVIDEND), limb0(DIVISOR))
    setWord(QUOTIENT, quotientLow, quotientHigh, 0, 0)
  } else divideLong(4)
  if (differ) negate(result, QUOTIENT)
  else copyWord(result, QUOTIENT)
}

/** The remainder has the sign of the dividend. */
export function remainderSigned(result: u32, a: u32, b: u32): void {
  if (isZero(b)) {
    setLimb(result, 0)
    return
  }
  const negative = isNegative(a)
  setMagnitude(DIVIDEND, a)
  setMagnitude(DIVISOR, b)
  if (isWide(DIVIDEND) || isWide(DIVISOR)) divideLong(4)
  else setLimb(DIVIDEND, limb0(DIVIDEND) % limb0(DIVISOR))
  if (negative) negate(result, DIVIDEND)
  else copyWord(result, DIVIDEND)
}
