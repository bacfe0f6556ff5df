// Division by a limb or by two limbs with a precomputed reciprocal: Möller and Granlund, "Improved division by
// invariant integers" (2011). Divisors are normalised: their top bit is set. The last reciprocals are remembered,
// because programs divide by the same number again and again.
import { multiplyHigh } from './arithmetic'

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
    quotientLow = divideByHalf(rest, low, divisor)
    remainderLimb = rest0
    return
  }
  const shift = clz(divisor)
  const normal = divisor << shift
  const top = shiftedLeft(rest, low, shift)
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

/** The upper limb of `high`:`low` shifted left by 0..63 bits. */
@inline
export function shiftedLeft(high: u64, low: u64, shift: u64): u64 {
  return (high << shift) | ((low >> 1) >> (63 - shift))
}

/** The lower limb of `high`:`low` shifted right by 0..63 bits. */
@inline
export function shiftedRight(high: u64, low: u64, shift: u64): u64 {
  return (low >> shift) | ((high << 1) << (63 - shift))
}

/** The remainder of the last step of a division: one limb, or two after `divideByPair`. */
export let rest0: u64 = 0
export let rest1: u64 = 0

/** `high`:`low` by a divisor below 2^32, with `high` < divisor: two divisions of the processor. */
@inline
export function divideByHalf(high: u64, low: u64, divisor: u64): u64 {
  const upper = (high << 32) | (low >> 32)
  const upperDigit = upper / divisor
  const lower = ((upper - upperDigit * divisor) << 32) | (low & 0xffffffff)
  const lowerDigit = lower / divisor
  rest0 = lower - lowerDigit * divisor
  return (upperDigit << 32) | lowerDigit
}

let knownLimb: u64 = 0
let knownReciprocal: u64 = 0

/** ⌊(2^128 - 1) / divisor⌋ - 2^64. */
export function reciprocalOfLimb(divisor: u64): u64 {
  if (divisor != knownLimb) {
    divide128(~divisor, u64.MAX_VALUE, divisor)
    knownLimb = divisor
    knownReciprocal = quotientLow
  }
  return knownReciprocal
}

/** Algorithm 4: `high`:`low` by a limb, with `high` < divisor. */
@inline
export function divideByLimb(high: u64, low: u64, divisor: u64, reciprocal: u64): u64 {
  const productLow = reciprocal * high
  const fraction = productLow + low
  let quotient = multiplyHigh(reciprocal, high) + high + u64(fraction < productLow) + 1
  let rest = low - quotient * divisor
  if (rest > fraction) {
    quotient--
    rest += divisor
  }
  if (rest >= divisor) {
    quotient++
    rest -= divisor
  }
  rest0 = rest
  return quotient
}

let knownHigh: u64 = 0
let knownLow: u64 = 0
let knownPairReciprocal: u64 = 0

/** ⌊(2^192 - 1) / (d1:d0)⌋ - 2^64, by algorithm 6. */
export function reciprocalOfPair(d1: u64, d0: u64): u64 {
  if (d1 == knownHigh && d0 == knownLow) return knownPairReciprocal
  let reciprocal = reciprocalOfLimb(d1)
  let rest = d1 * reciprocal + d0
  if (rest < d0) {
    reciprocal--
    if (rest >= d1) {
      reciprocal--
      rest -= d1
    }
    rest -= d1
  }
  const high = multiplyHigh(reciprocal, d0)
  const low = reciprocal * d0
  rest += high
  if (rest < high) {
    reciprocal--
    if (rest > d1 || (rest == d1 && low >= d0)) reciprocal--
  }
  knownHigh = d1
  knownLow = d0
  knownPairReciprocal = reciprocal
  return reciprocal
}

/** Algorithm 5: u2:u1:u0 by d1:d0, with u2:u1 < d1:d0. */
@inline
export function divideByPair(u2: u64, u1: u64, u0: u64, d1: u64, d0: u64, reciprocal: u64): u64 {
  const productLow = reciprocal * u2
  const fraction = productLow + u1
  let quotient = multiplyHigh(reciprocal, u2) + u2 + u64(fraction < productLow)
  const low = d0 * quotient
  let r1 = u1 - quotient * d1 - multiplyHigh(d0, quotient) - u64(u0 < low)
  let r0 = u0 - low
  r1 -= d1 + u64(r0 < d0)
  r0 -= d0
  quotient++
  if (r1 >= fraction) {
    quotient--
    r0 += d0
    r1 += d1 + u64(r0 < d0)
  }
  if (r1 > d1 || (r1 == d1 && r0 >= d0)) {
    quotient++
    r1 -= d1 + u64(r0 < d0)
    r0 -= d0
  }
  rest1 = r1
  rest0 = r0
  return quotient
}
