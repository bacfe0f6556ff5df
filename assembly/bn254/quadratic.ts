import { ELEMENT_SIZE, PRIME } from './limbs'
import { multiplyParts, multiplyQuadratic } from './products'

// The quadratic field Fp2 with i² = -1 in the form of limbs.ts: the first number of an element is the real part, the second
// the imaginary part. Comments give the sizes of elements above 1. Targets may be operands.

/** 1 in Montgomery's form. */
export const ONE: usize = memory.data<u32>(
  [
    0x31e7e01, 0, 0x2ef539, 0, 0x4eebd7, 0, 0x20056d, 0, 0x3eb7adc, 0, 0x265e78d, 0, 0x490ab7, 0, 0x362c183,
    0, 0x192bb3, 0, 0x6784a, 0,
  ],
  16,
)
/** 2^572 modulo p in both lanes, which brings a number into Montgomery's form. */
const INTO_MONTGOMERY: usize = memory.data<u32>(
  [
    0x114cc58, 0x114cc58, 0x1e32634, 0x1e32634, 0x28e9b3d, 0x28e9b3d, 0x3030a85, 0x3030a85, 0x2d96309,
    0x2d96309, 0x1050f23, 0x1050f23, 0x346dda4, 0x346dda4, 0x2adc47e, 0x2adc47e, 0x629e1a, 0x629e1a, 0xb25f8,
    0xb25f8,
  ],
  16,
)
/** p - 2, lowest word first. */
const INVERTING_EXPONENT: usize = memory.data<u32>([
  0xd87cfd45, 0x3c208c16, 0x6871ca8d, 0x97816a91, 0x8181585d, 0xb85045b6, 0xe131a029, 0x30644e72,
])

const LIMB: i32 = 0x3ffffff
const LEFT: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const RIGHT: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const POWER: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const NORM: usize = memory.data(<i32>ELEMENT_SIZE, 16)

export function copy(target: usize, a: usize): void {
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) v128.store(target + at, v128.load(a + at))
}

/** Sizes add up. */
export function add(target: usize, a: usize, b: usize): void {
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) {
    v128.store(target + at, i32x4.add(v128.load(a + at), v128.load(b + at)))
  }
}

/** Sizes add up. */
export function subtract(target: usize, a: usize, b: usize): void {
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) {
    v128.store(target + at, i32x4.sub(v128.load(a + at), v128.load(b + at)))
  }
}

export function negate(target: usize, a: usize): void {
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) v128.store(target + at, i32x4.neg(v128.load(a + at)))
}

/** a0 - a1·i, which is a^p. */
export function conjugate(target: usize, a: usize): void {
  const signs = i32x4(0, -1, 0, -1)
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) {
    v128.store(target + at, i32x4.sub(v128.xor(v128.load(a + at), signs), signs))
  }
}

/** a / 2: p is added to an odd part. A size n becomes slightly more than (n + 1) / 2. */
export function halve(target: usize, a: usize): void {
  const one = i32x4.splat(1)
  const first = v128.load(a)
  const odd = i32x4.neg(v128.and(v128.shuffle<u32>(first, first, 0, 1, 0, 1), one))
  let limbs = i32x4.add(first, v128.and(v128.load(PRIME), odd))
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) {
    const next =
      at + 16 < ELEMENT_SIZE
        ? i32x4.add(v128.load(a + at, 16), v128.and(v128.load(PRIME + at, 16), odd))
        : i32x4.splat(0)
    const above = v128.and(v128.shuffle<u32>(limbs, next, 2, 3, 4, 5), one)
    v128.store(target + at, i32x4.add(i32x4.shr_s(limbs, 1), i32x4.shl(above, 25)))
    limbs = next
  }
}

/** The same element with a size slightly above 1: each limb passes its bits above 26 to the next. */
export function carry(target: usize, a: usize): void {
  let below = i32x4.splat(0)
  for (let at: usize = 0; at < ELEMENT_SIZE - 16; at += 16) {
    const limbs = v128.load(a + at)
    const high = i32x4.shr_s(limbs, 26)
    const carries = v128.shuffle<u32>(below, high, 2, 3, 4, 5)
    v128.store(target + at, i32x4.add(v128.and(limbs, i32x4.splat(LIMB)), carries))
    below = high
  }
  // The highest limb keeps its bits.
  const limbs = v128.load(a, 64)
  const high = v128.and(i32x4.shr_s(limbs, 26), i32x4(-1, -1, 0, 0))
  const carries = v128.shuffle<u32>(below, high, 2, 3, 4, 5)
  v128.store(target, i32x4.add(v128.and(limbs, i32x4(LIMB, LIMB, -1, -1)), carries), 64)
}

/** 2^30 over the highest limb of p, for `reduce`. */
const QUOTIENT_FACTOR: i32 = 1354

/** The same element with values from about 0 to about p and size 1, for values up to 2^9 · p. */
export function reduce(target: usize, a: usize): void {
  const highest = v128.load64_zero(a, 72)
  const quotient = i32x4.shr_s(i32x4.mul(i32x4.shr_s(highest, 10), i32x4.splat(QUOTIENT_FACTOR)), 20)
  const factor = i32x4.neg(quotient)
  let column = i64x2.splat(0)
  for (let at: usize = 0; at < ELEMENT_SIZE - 8; at += 8) {
    column = i64x2.add(column, i64x2.extend_low_i32x4_s(v128.load64_zero(a + at)))
    column = i64x2.add(column, i64x2.extmul_low_i32x4_s(factor, v128.load64_zero(PRIME + at)))
    storeLimb(target + at, v128.and(column, i64x2.splat(LIMB)))
    column = i64x2.shr_s(column, 26)
  }
  column = i64x2.add(column, i64x2.extend_low_i32x4_s(highest))
  storeLimb(target + 72, i64x2.add(column, i64x2.extmul_low_i32x4_s(factor, v128.load64_zero(PRIME, 72))))
}

@inline
function storeLimb(target: usize, column: v128): void {
  v128.store64_lane(target, v128.shuffle<u32>(column, column, 0, 2, 0, 2), 0)
}

/** a² = (a0 + a1)·(a0 - a1) + 2·a0·a1·i, for sizes up to 7. */
export function square(target: usize, a: usize): void {
  const signs = i32x4(0, -1, 0, -1)
  const real = i32x4(-1, 0, -1, 0)
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) {
    const parts = v128.load(a + at)
    const swapped = v128.shuffle<u32>(parts, parts, 1, 0, 3, 2)
    // (a0 + a1, a0) and (a0 - a1, 2·a1)
    v128.store(LEFT + at, i32x4.add(swapped, v128.and(parts, real)))
    v128.store(
      RIGHT + at,
      i32x4.sub(parts, i32x4.sub(v128.xor(v128.bitselect(swapped, parts, real), signs), signs)),
    )
  }
  multiplyParts(target, LEFT, RIGHT)
}

/** a·(9 + i), the element whose cube root makes the sextic field; for sizes up to 3, with carries. */
export function multiplyByRoot(target: usize, a: usize): void {
  const signs = i32x4(-1, 0, -1, 0)
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 16) {
    const parts = v128.load(a + at)
    const swapped = v128.shuffle<u32>(parts, parts, 1, 0, 3, 2)
    const turned = i32x4.sub(v128.xor(swapped, signs), signs)
    v128.store(target + at, i32x4.add(i32x4.add(i32x4.shl(parts, 3), parts), turned))
  }
  carry(target, target)
}

/** a to the power of the 256-bit number at `exponent`. The target is not the base. */
export function power(target: usize, a: usize, exponent: usize): void {
  copy(target, ONE)
  for (let bit: usize = 256; bit-- > 0; ) {
    square(target, target)
    if ((load<u32>(exponent + ((bit >> 5) << 2)) >> (bit & 31)) & 1) multiplyQuadratic(target, target, a)
  }
}

/** 1 / a = conjugate(a) / (a0² + a1²), by Fermat's theorem; 0 for 0. */
export function invert(target: usize, a: usize): void {
  conjugate(POWER, a)
  multiplyQuadratic(NORM, a, POWER)
  power(POWER, NORM, INVERTING_EXPONENT)
  conjugate(NORM, a)
  multiplyQuadratic(target, NORM, POWER)
}

/** Whether both parts are 0 modulo p. */
export function isZero(a: usize): bool {
  multiplyQuadratic(NORM, a, ONE)
  return isMultiple(NORM) && isMultiple(NORM + 4)
}

/** Whether a number of a product is 0, p or 2p. */
function isMultiple(number: usize): bool {
  let zero: u32 = 0
  let once: u32 = 0
  let twice: u32 = 0
  let doubled: u32 = 0
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 8) {
    const limb = load<u32>(number + at)
    const prime = load<u32>(PRIME + at)
    doubled = 2 * prime + (doubled >> 26)
    zero |= limb
    once |= limb ^ prime
    twice |= limb ^ (doubled & <u32>LIMB)
  }
  return zero == 0 || once == 0 || twice == 0
}

/** Reads two numbers of 32 bytes, lowest first. */
export function readElement(target: usize, real: usize, imaginary: usize): void {
  readLimbs(target, real)
  readLimbs(target + 4, imaginary)
  multiplyParts(target, target, INTO_MONTGOMERY)
}

function readLimbs(target: usize, bytes: usize): void {
  for (let i: usize = 0; i < 10; i++) {
    const bit: usize = 26 * i
    // The highest limb is read from the last eight bytes: the number ends there.
    const at = min<usize>(bit >> 3, 24)
    store<u32>(target + (i << 3), <u32>(load<u64>(bytes + at) >> (bit - (at << 3))) & <u32>LIMB)
  }
}
