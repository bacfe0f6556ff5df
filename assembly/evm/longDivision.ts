// Division of up to eight limbs by up to four: Knuth's algorithm D with 64-bit digits. Each quotient digit is
// estimated with a precomputed reciprocal of the divisor's top limb (Möller and Granlund, "Improved division
// by invariant integers"), then corrected with the second limb, so that the final add-back is rare.
import { DIVIDEND, DIVISOR, QUOTIENT } from '../../src/evm/layout'
import { multiplyHigh } from './arithmetic'
import { setLimb, setWord } from './word'

/** Results of `divide128`. */
export let quotientLow: u64 = 0
export let quotientHigh: u64 = 0
export let remainderLimb: u64 = 0

/** Divides `high`:`low` by `divisor` ≠ 0, in 32-bit digits where 64-bit division does not suffice. */
export function divide128(high: u64, low: u64, divisor: u64): void {
  let rest = high
  quotientHigh = 0
  if (high >= divisor) {
    quotientHigh = high / divisor
    rest = high - quotientHigh * divisor
  }
  if (rest == 0) {
    quotientLow = low / divisor
    remainderLimb = low - quotientLow * divisor
    return
  }
  if (divisor >> 32 == 0) {
    const upper = (rest << 32) | (low >> 32)
    const upperDigit = upper / divisor
    const lower = ((upper - upperDigit * divisor) << 32) | (low & 0xffffffff)
    const lowerDigit = lower / divisor
    quotientLow = (upperDigit << 32) | lowerDigit
    remainderLimb = lower - lowerDigit * divisor
    return
  }
  const shift = clz(divisor)
  const normal = divisor << shift
  const top = shift == 0 ? rest : (rest << shift) | (low >> (64 - shift))
  const bottom = low << shift
  const upperDigit = estimateDigit(top, bottom >> 32, normal)
  const middle = (top << 32) + (bottom >> 32) - upperDigit * normal
  const lowerDigit = estimateDigit(middle, bottom & 0xffffffff, normal)
  quotientLow = (upperDigit << 32) | lowerDigit
  remainderLimb = ((middle << 32) + (bottom & 0xffffffff) - lowerDigit * normal) >> shift
}

/** A 32-bit digit of the quotient: `top`:`next` (96 bits) by a normalised 64-bit divisor. */
@inline
function estimateDigit(top: u64, next: u64, divisor: u64): u64 {
  const divisorHigh = divisor >> 32
  const divisorLow = divisor & 0xffffffff
  let digit = top / divisorHigh
  let rest = top - digit * divisorHigh
  while (digit > 0xffffffff || digit * divisorLow > ((rest << 32) | next)) {
    digit--
    rest += divisorHigh
    if (rest > 0xffffffff) break
  }
  return digit
}

@inline
function limbAt(base: u32, index: i32): u64 {
  return load<u64>(base + (index << 3))
}
@inline
function setLimbAt(base: u32, index: i32, limb: u64): void {
  store<u64>(base + (index << 3), limb)
}

@inline
function significantLimbs(base: u32, maximum: i32): i32 {
  let count = maximum
  while (count > 0 && limbAt(base, count - 1) == 0) count--
  return count
}

/** Shifts `count` limbs left by 1..63 bits, in place. */
@inline
function normalise(base: u32, count: i32, shift: u64): void {
  for (let i = count - 1; i > 0; i--)
    setLimbAt(base, i, (limbAt(base, i) << shift) | (limbAt(base, i - 1) >> (64 - shift)))
  setLimbAt(base, 0, limbAt(base, 0) << shift)
}

/**
 * Divides the `limbs` limbs at DIVIDEND by the word at DIVISOR (not zero), and overwrites both. Writes the
 * quotient (8 limbs) to QUOTIENT and the remainder, a word, to DIVIDEND.
 */
export function divideLong(limbs: i32): void {
  const divisorLimbs = significantLimbs(DIVISOR, 4)
  const dividendLimbs = significantLimbs(DIVIDEND, limbs)
  setLimb(QUOTIENT, 0)
  setLimb(QUOTIENT + 32, 0)
  if (dividendLimbs < divisorLimbs) return

  const shift = clz(limbAt(DIVISOR, divisorLimbs - 1))
  setLimbAt(DIVIDEND, dividendLimbs, 0)
  if (shift) {
    normalise(DIVISOR, divisorLimbs, shift)
    normalise(DIVIDEND, dividendLimbs + 1, shift)
  }
  const top = limbAt(DIVISOR, divisorLimbs - 1)
  divide128(~top, u64.MAX_VALUE, top)
  const reciprocal = quotientLow

  if (divisorLimbs == 4) divideByFourLimbs(dividendLimbs, top, reciprocal, shift)
  else divideByFewLimbs(dividendLimbs, divisorLimbs, top, reciprocal, shift)
}

/** Remainder of the last `estimateQuotient`, and whether it exceeds 64 bits. */
let estimateRest: u64 = 0
let estimateOverflow: bool = false

/** The first guess of a quotient digit, `high`:`low` by the normalised top limb of the divisor. */
@inline
function estimateQuotient(high: u64, low: u64, top: u64, reciprocal: u64): u64 {
  if (high >= top) {
    estimateRest = low + top
    estimateOverflow = estimateRest < top
    return u64.MAX_VALUE
  }
  const productLow = reciprocal * high
  const fraction = productLow + low
  let digit = multiplyHigh(reciprocal, high) + high + u64(fraction < productLow) + 1
  let rest = low - digit * top
  if (rest > fraction) {
    digit--
    rest += top
  }
  if (rest >= top) {
    digit++
    rest -= top
  }
  estimateRest = rest
  estimateOverflow = false
  return digit
}

/** Keeps the divisor and the five limbs of the dividend it works on in locals. */
function divideByFourLimbs(dividendLimbs: i32, d3: u64, reciprocal: u64, shift: u64): void {
  const d0 = limbAt(DIVISOR, 0)
  const d1 = limbAt(DIVISOR, 1)
  const d2 = limbAt(DIVISOR, 2)
  let position = dividendLimbs - 4
  let w0 = limbAt(DIVIDEND, position)
  let w1 = limbAt(DIVIDEND, position + 1)
  let w2 = limbAt(DIVIDEND, position + 2)
  let w3 = limbAt(DIVIDEND, position + 3)
  let w4 = limbAt(DIVIDEND, position + 4)
  while (true) {
    let digit = estimateQuotient(w4, w3, d3, reciprocal)
    let rest = estimateRest
    let overflow = estimateOverflow
    let productLow = digit * d2
    let productHigh = multiplyHigh(digit, d2)
    while (!overflow && (productHigh > rest || (productHigh == rest && productLow > w2))) {
      digit--
      rest += d3
      overflow = rest < d3
      productHigh -= u64(productLow < d2)
      productLow -= d2
    }

    // window -= digit × divisor, limb by limb
    let low = digit * d0
    let borrow = multiplyHigh(digit, d0) + u64(w0 < low)
    w0 -= low
    low = digit * d1
    let difference = w1 - low
    let high = multiplyHigh(digit, d1) + u64(w1 < low) + u64(difference < borrow)
    w1 = difference - borrow
    borrow = high
    difference = w2 - productLow
    high = productHigh + u64(w2 < productLow) + u64(difference < borrow)
    w2 = difference - borrow
    borrow = high
    low = digit * d3
    difference = w3 - low
    high = multiplyHigh(digit, d3) + u64(w3 < low) + u64(difference < borrow)
    w3 = difference - borrow

    if (w4 < high) {
      // The digit was too large by one.
      digit--
      let sum = w0 + d0
      let carry = u64(sum < d0)
      w0 = sum
      sum = w1 + d1
      w1 = sum + carry
      carry = u64(sum < d1) | u64(w1 < sum)
      sum = w2 + d2
      w2 = sum + carry
      carry = u64(sum < d2) | u64(w2 < sum)
      w3 += d3 + carry
    }
    setLimbAt(QUOTIENT, position, digit)
    if (position == 0) break
    position--
    w4 = w3
    w3 = w2
    w2 = w1
    w1 = w0
    w0 = limbAt(DIVIDEND, position)
  }
  if (shift) {
    const rest = 64 - shift
    setWord(
      DIVIDEND,
      (w0 >> shift) | (w1 << rest),
      (w1 >> shift) | (w2 << rest),
      (w2 >> shift) | (w3 << rest),
      w3 >> shift,
    )
  } else setWord(DIVIDEND, w0, w1, w2, w3)
}

function divideByFewLimbs(
  dividendLimbs: i32,
  divisorLimbs: i32,
  top: u64,
  reciprocal: u64,
  shift: u64,
): void {
  const second = divisorLimbs > 1 ? limbAt(DIVISOR, divisorLimbs - 2) : 0
  for (let position = dividendLimbs - divisorLimbs; position >= 0; position--) {
    const window = DIVIDEND + (position << 3)
    const high = limbAt(window, divisorLimbs)
    let digit = estimateQuotient(high, limbAt(window, divisorLimbs - 1), top, reciprocal)
    if (divisorLimbs > 1) {
      const third = limbAt(window, divisorLimbs - 2)
      let rest = estimateRest
      let overflow = estimateOverflow
      while (!overflow) {
        const productHigh = multiplyHigh(digit, second)
        if (productHigh < rest || (productHigh == rest && digit * second <= third)) break
        digit--
        rest += top
        overflow = rest < top
      }
    }
    if (high < subtractProduct(window, divisorLimbs, digit)) {
      digit--
      addDivisorBack(window, divisorLimbs)
    }
    setLimbAt(QUOTIENT, position, digit)
  }
  if (shift) {
    for (let i = 0; i < divisorLimbs; i++) {
      setLimbAt(DIVIDEND, i, (limbAt(DIVIDEND, i) >> shift) | (limbAt(DIVIDEND, i + 1) << (64 - shift)))
    }
  }
  for (let i = divisorLimbs; i < 4; i++) setLimbAt(DIVIDEND, i, 0)
}

/** window -= digit × divisor; also subtracts from the limb above the window, and returns how much. */
@inline
function subtractProduct(window: u32, divisorLimbs: i32, digit: u64): u64 {
  let borrow: u64 = 0
  for (let i = 0; i < divisorLimbs; i++) {
    const divisorLimb = limbAt(DIVISOR, i)
    const limb = limbAt(window, i)
    const low = digit * divisorLimb
    const difference = limb - low
    setLimbAt(window, i, difference - borrow)
    borrow = multiplyHigh(digit, divisorLimb) + u64(limb < low) + u64(difference < borrow)
  }
  setLimbAt(window, divisorLimbs, limbAt(window, divisorLimbs) - borrow)
  return borrow
}

function addDivisorBack(window: u32, divisorLimbs: i32): void {
  let carry: u64 = 0
  for (let i = 0; i < divisorLimbs; i++) {
    const limb = limbAt(window, i)
    const sum = limb + limbAt(DIVISOR, i)
    const total = sum + carry
    setLimbAt(window, i, total)
    carry = u64(sum < limb) | u64(total < sum)
  }
  setLimbAt(window, divisorLimbs, limbAt(window, divisorLimbs) + carry)
}
