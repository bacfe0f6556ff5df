// Addition, subtraction, negation and multiplication modulo 2^256.
import { limb0, limb1, limb2, limb3, setLimb, setWord } from './word'

/** High half of the 128-bit product: WebAssembly's multiplication returns only the low half. */
@inline
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff
  const aHigh = a >> 32
  const bLow = b & 0xffffffff
  const bHigh = b >> 32
  const lowLow = aLow * bLow
  const lowHigh = aLow * bHigh
  const highLow = aHigh * bLow
  const middle = (lowLow >> 32) + (lowHigh & 0xffffffff) + (highLow & 0xffffffff)
  return aHigh * bHigh + (lowHigh >> 32) + (highLow >> 32) + (middle >> 32)
}

/** Writes a + b modulo 2^256 and returns the carry. */
@inline
export function addWithCarry(result: u32, a: u32, b: u32): u64 {
  const a0 = limb0(a)
  const a1 = limb1(a)
  const a2 = limb2(a)
  const a3 = limb3(a)
  const r0 = a0 + limb0(b)
  const carry0 = u64(r0 < a0)
  const s1 = a1 + limb1(b)
  const r1 = s1 + carry0
  const carry1 = u64(s1 < a1) | u64(r1 < s1)
  const s2 = a2 + limb2(b)
  const r2 = s2 + carry1
  const carry2 = u64(s2 < a2) | u64(r2 < s2)
  const s3 = a3 + limb3(b)
  const r3 = s3 + carry2
  setWord(result, r0, r1, r2, r3)
  return u64(s3 < a3) | u64(r3 < s3)
}

@inline
export function add(result: u32, a: u32, b: u32): void {
  addWithCarry(result, a, b)
}

/** Adds a 64-bit number in place; the carry rarely leaves the first limb. */
@inline
export function addLimb(word: u32, limb: u64): void {
  const r0 = limb0(word) + limb
  store<u64>(word, r0)
  if (r0 >= limb) return
  const r1 = limb1(word) + 1
  store<u64>(word, r1, 8)
  if (r1 != 0) return
  const r2 = limb2(word) + 1
  store<u64>(word, r2, 16)
  if (r2 == 0) store<u64>(word, limb3(word) + 1, 24)
}

@inline
export function subtract(result: u32, a: u32, b: u32): void {
  const a0 = limb0(a)
  const a1 = limb1(a)
  const a2 = limb2(a)
  const b0 = limb0(b)
  const b1 = limb1(b)
  const b2 = limb2(b)
  const borrow0 = u64(a0 < b0)
  const d1 = a1 - b1
  const borrow1 = u64(a1 < b1) | u64(d1 < borrow0)
  const d2 = a2 - b2
  const borrow2 = u64(a2 < b2) | u64(d2 < borrow1)
  setWord(result, a0 - b0, d1 - borrow0, d2 - borrow1, limb3(a) - limb3(b) - borrow2)
}

export function negate(result: u32, a: u32): void {
  const a0 = limb0(a)
  const a1 = limb1(a)
  const a2 = limb2(a)
  const carry1 = u64(a0 == 0)
  const carry2 = carry1 & u64(a1 == 0)
  const carry3 = carry2 & u64(a2 == 0)
  setWord(result, 0 - a0, ~a1 + carry1, ~a2 + carry2, ~limb3(a) + carry3)
}

/** Whether the upper three limbs only repeat the sign of the first. */
@inline
export function fitsSignedLimb(word: u32): bool {
  const sign = <u64>(<i64>limb0(word) >> 63)
  return ((limb1(word) ^ sign) | (limb2(word) ^ sign) | (limb3(word) ^ sign)) == 0
}

export function multiply(result: u32, a: u32, b: u32): void {
  const a0 = limb0(a)
  const b0 = limb0(b)
  if ((limb1(a) | limb2(a) | limb3(a) | limb1(b) | limb2(b) | limb3(b)) == 0) {
    if ((a0 | b0) >> 32 == 0) setLimb(result, a0 * b0)
    else setWord(result, a0 * b0, multiplyHigh(a0, b0), 0, 0)
    return
  }
  if (fitsSignedLimb(a) && fitsSignedLimb(b)) {
    const high = multiplyHigh(a0, b0) - (<u64>(<i64>a0 >> 63) & b0) - (<u64>(<i64>b0 >> 63) & a0)
    const sign = <u64>(<i64>high >> 63)
    setWord(result, a0 * b0, high, sign, sign)
    return
  }
  multiplyLimbs(result, a, b)
}

/** Schoolbook, column by column, without the columns above 2^256. */
function multiplyLimbs(result: u32, a: u32, b: u32): void {
  const a0 = limb0(a)
  const a1 = limb1(a)
  const a2 = limb2(a)
  const b0 = limb0(b)
  const b1 = limb1(b)
  const b2 = limb2(b)
  let r1 = multiplyHigh(a0, b0)
  let part = a0 * b1
  r1 += part
  let r2 = u64(r1 < part)
  part = a1 * b0
  r1 += part
  r2 += u64(r1 < part)

  part = multiplyHigh(a0, b1)
  r2 += part
  let r3 = u64(r2 < part)
  part = multiplyHigh(a1, b0)
  r2 += part
  r3 += u64(r2 < part)
  part = a0 * b2
  r2 += part
  r3 += u64(r2 < part)
  part = a1 * b1
  r2 += part
  r3 += u64(r2 < part)
  part = a2 * b0
  r2 += part
  r3 += u64(r2 < part)

  r3 += multiplyHigh(a0, b2) + multiplyHigh(a1, b1) + multiplyHigh(a2, b0)
  r3 += a0 * limb3(b) + a1 * b2 + a2 * b1 + limb3(a) * b0
  setWord(result, a0 * b0, r1, r2, r3)
}
