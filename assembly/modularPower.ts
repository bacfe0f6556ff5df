// Powers of short operands: odd moduli by Montgomery's multiplication, powers of two by truncated products. The caller puts
// the modulus and the first two powers of the base in memory and calls `start`; `advance` and `square` then process the
// exponent from its highest bits on. Numbers are limbs of 32 bits, lowest first.

/** Maximum limbs of an operand. */
export const MAXIMUM_LIMBS: u32 = 16
/** The modulus; not read when products are truncated. */
export const MODULUS: u32 = 0
/** The power so far. */
export const POWER: u32 = 64
/** The powers 0 to 15 of the base, 64 bytes for each. The caller sets the first two. */
export const POWERS: u32 = 1024
/** Bytes of the exponent for `advance`. */
export const EXPONENT: u32 = 4096
export const EXPONENT_CAPACITY: u32 = 16384

/** A product before it is reduced, one limb longer than the operands. */
const PRODUCT: u32 = 128
const POWER_SIZE: u32 = 64
const LOW: u64 = 0xffffffff

let limbs: u32 = 0
let truncates: bool = false
/** The negative inverse of the lowest limb of the modulus, modulo 2^32. */
let inverse: u32 = 0

/** `count` limbs; `isTruncated` for powers modulo 2^(32 · count). */
export function start(count: u32, isTruncated: bool): void {
  limbs = count
  truncates = isTruncated
  inverse = negativeInverse(load<u32>(MODULUS))
  for (let power: u32 = 2; power < 16; power++) {
    multiply(POWERS + power * POWER_SIZE, POWERS + (power - 1) * POWER_SIZE, POWERS + POWER_SIZE)
  }
  memory.copy(POWER, POWERS, POWER_SIZE)
}

/** Newton's iteration: each step doubles the number of correct bits. An odd number is its own inverse modulo 2^3. */
function negativeInverse(value: u32): u32 {
  let result = value
  for (let bits = 3; bits < 32; bits *= 2) result *= 2 - value * result
  return -result
}

/** Takes the first bytes at EXPONENT, four bits at a time. */
export function advance(byteCount: u32): void {
  for (let at = EXPONENT; at < EXPONENT + byteCount; at++) {
    const byte: u32 = load<u8>(at)
    takeDigit(byte >> 4)
    takeDigit(byte & 15)
  }
}

@inline
function takeDigit(digit: u32): void {
  square(4)
  if (digit != 0) multiply(POWER, POWER, POWERS + digit * POWER_SIZE)
}

export function square(times: u32): void {
  for (let i: u32 = 0; i < times; i++) multiply(POWER, POWER, POWER)
}

/** Leaves Montgomery's form. */
export function finish(): void {
  if (truncates) return
  memory.fill(POWERS, 0, POWER_SIZE)
  store<u32>(POWERS, 1)
  multiply(POWER, POWER, POWERS)
}

function multiply(target: u32, a: u32, b: u32): void {
  if (truncates) multiplyTruncated(target, a, b)
  else if (limbs == 2) multiplyTwoLimbs(target, a, b)
  else multiplyModular(target, a, b)
}

/** Montgomery's product a · b / 2^(32 · limbs), one limb of b at a time with its reduction. */
function multiplyModular(target: u32, a: u32, b: u32): void {
  const size = limbs << 2
  memory.fill(PRODUCT, 0, size + 4)
  for (let at: u32 = 0; at < size; at += 4) {
    const factor: u64 = load<u32>(b + at)
    let sum = <u64>load<u32>(PRODUCT) + <u64>load<u32>(a) * factor
    const quotient = <u64>(<u32>sum * inverse)
    let reduced = (sum & LOW) + quotient * <u64>load<u32>(MODULUS)
    for (let place: u32 = 4; place < size; place += 4) {
      sum = <u64>load<u32>(PRODUCT + place) + <u64>load<u32>(a + place) * factor + (sum >> 32)
      reduced = (sum & LOW) + quotient * <u64>load<u32>(MODULUS + place) + (reduced >> 32)
      store<u32>(PRODUCT + place - 4, <u32>reduced)
    }
    const top = <u64>load<u32>(PRODUCT + size) + (sum >> 32) + (reduced >> 32)
    store<u32>(PRODUCT + size - 4, <u32>top)
    store<u32>(PRODUCT + size, <u32>(top >> 32))
  }
  subtractModulus(target, size)
}

/** Copies the product to `target`, less the modulus unless that would be negative. */
function subtractModulus(target: u32, size: u32): void {
  let borrow: u64 = 0
  for (let place: u32 = 0; place < size; place += 4) {
    const difference = <u64>load<u32>(PRODUCT + place) - <u64>load<u32>(MODULUS + place) - borrow
    store<u32>(target + place, <u32>difference)
    borrow = difference >> 63
  }
  if (borrow > <u64>load<u32>(PRODUCT + size)) memory.copy(target, PRODUCT, size)
}

/**
 * As `multiplyModular` for a modulus of 5 to 8 bytes, for which EIP-198 charges the least per multiplication: all in locals.
 */
function multiplyTwoLimbs(target: u32, a: u32, b: u32): void {
  const a0: u64 = load<u32>(a)
  const a1: u64 = load<u32>(a, 4)
  const b0: u64 = load<u32>(b)
  const b1: u64 = load<u32>(b, 4)
  const m0: u64 = load<u32>(MODULUS)
  const m1: u64 = load<u32>(MODULUS, 4)

  let sum = a0 * b0
  let quotient = <u64>(<u32>sum * inverse)
  let reduced = (sum & LOW) + quotient * m0
  sum = a1 * b0 + (sum >> 32)
  reduced = (sum & LOW) + quotient * m1 + (reduced >> 32)
  let t0 = reduced & LOW
  let t1 = (sum >> 32) + (reduced >> 32)

  sum = t0 + a0 * b1
  quotient = <u64>(<u32>sum * inverse)
  reduced = (sum & LOW) + quotient * m0
  sum = (t1 & LOW) + a1 * b1 + (sum >> 32)
  reduced = (sum & LOW) + quotient * m1 + (reduced >> 32)
  t0 = reduced & LOW
  t1 = (t1 >> 32) + (sum >> 32) + (reduced >> 32)

  const modulus = m0 | (m1 << 32)
  const product = t0 | (t1 << 32)
  store<u64>(target, t1 >> 32 != 0 || product >= modulus ? product - modulus : product)
}

/** The lowest limbs of a · b. */
function multiplyTruncated(target: u32, a: u32, b: u32): void {
  if (limbs <= 2) {
    store<u64>(target, load<u64>(a) * load<u64>(b))
    return
  }
  const size = limbs << 2
  memory.fill(PRODUCT, 0, size)
  for (let at: u32 = 0; at < size; at += 4) {
    const factor: u64 = load<u32>(b + at)
    let sum: u64 = 0
    for (let place: u32 = 0; place < size - at; place += 4) {
      const column = PRODUCT + at + place
      sum = <u64>load<u32>(column) + <u64>load<u32>(a + place) * factor + (sum >> 32)
      store<u32>(column, <u32>sum)
    }
  }
  memory.copy(target, PRODUCT, size)
}
