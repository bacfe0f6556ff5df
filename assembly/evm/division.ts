// DIV, MOD, SDIV, SMOD: the cheap cases first, long division for the rest. Division by zero returns zero.
import { TEMPORARY } from '../../src/evm/layout'
import { fitsSignedLimb, negate } from './arithmetic'
import { divideWords, writeQuotient, writeRemainder } from './longDivision'
import { copyWord, isNegative, isZero, limb0, limb1, limb2, limb3, setLimb, setWord } from './word'

@inline
function isNarrowPair(a: u32, b: u32): bool {
  return (limb1(a) | limb2(a) | limb3(a) | limb1(b) | limb2(b) | limb3(b)) == 0
}

export function divide(result: u32, a: u32, b: u32): void {
  if (isZero(b)) setLimb(result, 0)
  else if (isNarrowPair(a, b)) setLimb(result, limb0(a) / limb0(b))
  else {
    divideWords(a, b)
    writeQuotient(result)
  }
}

export function remainder(result: u32, a: u32, b: u32): void {
  if (isZero(b)) setLimb(result, 0)
  else if (isNarrowPair(a, b)) setLimb(result, limb0(a) % limb0(b))
  else {
    divideWords(a, b)
    writeRemainder(result)
  }
}

@inline
function setMagnitude(magnitude: u32, word: u32): void {
  if (isNegative(word)) negate(magnitude, word)
  else copyWord(magnitude, word)
}

/** Magnitudes of the operands of a signed division. */
const dividend: u32 = TEMPORARY
const divisor: u32 = TEMPORARY + 32

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
  setMagnitude(dividend, a)
  setMagnitude(divisor, b)
  divideWords(dividend, divisor)
  writeQuotient(result)
  if (differ) negate(result, result)
}

/** The remainder has the sign of the dividend. */
export function remainderSigned(result: u32, a: u32, b: u32): void {
  const isMinus = isNegative(a)
  setMagnitude(dividend, a)
  setMagnitude(divisor, b)
  remainder(result, dividend, divisor)
  if (isMinus) negate(result, result)
}
