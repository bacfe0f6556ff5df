import { PRIME } from '../bn254/limbs'
import { multiplyParts } from '../bn254/products'
import { limb, low26, narrowed, product, shifted, sum, vector } from './vectors'

// Arithmetic modulo secp256k1's prime p = 2^256 - 2^32 - 977 on two numbers at once, one in each lane of a
// vector: the formulas for points have pairs of independent multiplications, and a vector instruction takes two
// products of 32-bit numbers. A pair is ten limbs of 26 bits (the highest of 22), lowest first: 80 bytes, for
// each limb four bytes of the first number, then four of the second.
//
// Limbs may be larger, so that sums need no carries. A number of magnitude m has limbs of at most 2m · (2^26 - 1),
// the highest of 2m · (2^22 - 1). Products have magnitude 1; factors may have 8: ten products of limbs stay below
// 2^64.

export const PAIR_SIZE: usize = 80

/**
 * Whether numbers are those of bn254 in Montgomery's form (bn254/products.ts) instead of secp256k1's. Magnitudes of its
 * factors multiply to at most 50, which are 200 of the sizes there: limbs are read as signed.
 */
export let isBn254: bool = false

export function select(bn254: bool): void {
  isBn254 = bn254
}

// A limb ten places up counts 2^260, which is 2^36 + 0x3d10 modulo p: 0x3d10 times the limb in its own column
// (`folded`), 2^10 times in the next.
@inline
function folded(high: v128): v128 {
  return product(narrowed(high, high), i32x4.splat(0x3d10))
}

/** The product of each lane. The target may be one of the factors. */
export function multiply(target: usize, a: usize, b: usize): void {
  if (isBn254) {
    multiplyParts(target, a, b)
    return
  }
  const a0 = limb(a, 0)
  const a1 = limb(a, 8)
  const a2 = limb(a, 16)
  const a3 = limb(a, 24)
  const a4 = limb(a, 32)
  const a5 = limb(a, 40)
  const a6 = limb(a, 48)
  const a7 = limb(a, 56)
  const a8 = limb(a, 64)
  const a9 = limb(a, 72)
  const b0 = limb(b, 0)
  const b1 = limb(b, 8)
  const b2 = limb(b, 16)
  const b3 = limb(b, 24)
  const b4 = limb(b, 32)
  const b5 = limb(b, 40)
  const b6 = limb(b, 48)
  const b7 = limb(b, 56)
  const b8 = limb(b, 64)
  const b9 = limb(b, 72)

  const c10 = sum(
    sum(
      sum(
        sum(
          sum(
            sum(sum(sum(product(a1, b9), product(a2, b8)), product(a3, b7)), product(a4, b6)),
            product(a5, b5),
          ),
          product(a6, b4),
        ),
        product(a7, b3),
      ),
      product(a8, b2),
    ),
    product(a9, b1),
  )
  const c11 = sum(
    sum(
      sum(
        sum(
          sum(
            sum(sum(sum(product(a2, b9), product(a3, b8)), product(a4, b7)), product(a5, b6)),
            product(a6, b5),
          ),
          product(a7, b4),
        ),
        product(a8, b3),
      ),
      product(a9, b2),
    ),
    shifted(c10),
  )
  const c12 = sum(
    sum(
      sum(
        sum(
          sum(sum(sum(product(a3, b9), product(a4, b8)), product(a5, b7)), product(a6, b6)),
          product(a7, b5),
        ),
        product(a8, b4),
      ),
      product(a9, b3),
    ),
    shifted(c11),
  )
  const c13 = sum(
    sum(
      sum(sum(sum(sum(product(a4, b9), product(a5, b8)), product(a6, b7)), product(a7, b6)), product(a8, b5)),
      product(a9, b4),
    ),
    shifted(c12),
  )
  const c14 = sum(
    sum(sum(sum(sum(product(a5, b9), product(a6, b8)), product(a7, b7)), product(a8, b6)), product(a9, b5)),
    shifted(c13),
  )
  const c15 = sum(
    sum(sum(sum(product(a6, b9), product(a7, b8)), product(a8, b7)), product(a9, b6)),
    shifted(c14),
  )
  const c16 = sum(sum(sum(product(a7, b9), product(a8, b8)), product(a9, b7)), shifted(c15))
  const c17 = sum(sum(product(a8, b9), product(a9, b8)), shifted(c16))
  const c18 = sum(product(a9, b9), shifted(c17))

  const h0 = low26(c10)
  const h1 = low26(c11)
  const h2 = low26(c12)
  const h3 = low26(c13)
  const h4 = low26(c14)
  const h5 = low26(c15)
  const h6 = low26(c16)
  const h7 = low26(c17)
  const h8 = low26(c18)
  const h9 = shifted(c18)

  const c0 = sum(product(a0, b0), folded(h0))
  const c1 = sum(sum(sum(sum(product(a0, b1), product(a1, b0)), folded(h1)), i64x2.shl(h0, 10)), shifted(c0))
  const c2 = sum(
    sum(sum(sum(sum(product(a0, b2), product(a1, b1)), product(a2, b0)), folded(h2)), i64x2.shl(h1, 10)),
    shifted(c1),
  )
  const c3 = sum(
    sum(
      sum(sum(sum(sum(product(a0, b3), product(a1, b2)), product(a2, b1)), product(a3, b0)), folded(h3)),
      i64x2.shl(h2, 10),
    ),
    shifted(c2),
  )
  const c4 = sum(
    sum(
      sum(
        sum(
          sum(sum(sum(product(a0, b4), product(a1, b3)), product(a2, b2)), product(a3, b1)),
          product(a4, b0),
        ),
        folded(h4),
      ),
      i64x2.shl(h3, 10),
    ),
    shifted(c3),
  )
  const c5 = sum(
    sum(
      sum(
        sum(
          sum(
            sum(sum(sum(product(a0, b5), product(a1, b4)), product(a2, b3)), product(a3, b2)),
            product(a4, b1),
          ),
          product(a5, b0),
        ),
        folded(h5),
      ),
      i64x2.shl(h4, 10),
    ),
    shifted(c4),
  )
  const c6 = sum(
    sum(
      sum(
        sum(
          sum(
            sum(
              sum(sum(sum(product(a0, b6), product(a1, b5)), product(a2, b4)), product(a3, b3)),
              product(a4, b2),
            ),
            product(a5, b1),
          ),
          product(a6, b0),
        ),
        folded(h6),
      ),
      i64x2.shl(h5, 10),
    ),
    shifted(c5),
  )
  const c7 = sum(
    sum(
      sum(
        sum(
          sum(
            sum(
              sum(
                sum(sum(sum(product(a0, b7), product(a1, b6)), product(a2, b5)), product(a3, b4)),
                product(a4, b3),
              ),
              product(a5, b2),
            ),
            product(a6, b1),
          ),
          product(a7, b0),
        ),
        folded(h7),
      ),
      i64x2.shl(h6, 10),
    ),
    shifted(c6),
  )
  const c8 = sum(
    sum(
      sum(
        sum(
          sum(
            sum(
              sum(
                sum(
                  sum(sum(sum(product(a0, b8), product(a1, b7)), product(a2, b6)), product(a3, b5)),
                  product(a4, b4),
                ),
                product(a5, b3),
              ),
              product(a6, b2),
            ),
            product(a7, b1),
          ),
          product(a8, b0),
        ),
        folded(h8),
      ),
      i64x2.shl(h7, 10),
    ),
    shifted(c7),
  )
  const c9 = sum(
    sum(
      sum(
        sum(
          sum(
            sum(
              sum(
                sum(
                  sum(
                    sum(sum(sum(product(a0, b9), product(a1, b8)), product(a2, b7)), product(a3, b6)),
                    product(a4, b5),
                  ),
                  product(a5, b4),
                ),
                product(a6, b3),
              ),
              product(a7, b2),
            ),
            product(a8, b1),
          ),
          product(a9, b0),
        ),
        folded(h9),
      ),
      i64x2.shl(h8, 10),
    ),
    shifted(c8),
  )

  finish(target, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, h9)
}

/** The square of each lane. */
export function square(target: usize, a: usize): void {
  if (isBn254) {
    multiplyParts(target, a, a)
    return
  }
  const a0 = limb(a, 0)
  const a1 = limb(a, 8)
  const a2 = limb(a, 16)
  const a3 = limb(a, 24)
  const a4 = limb(a, 32)
  const a5 = limb(a, 40)
  const a6 = limb(a, 48)
  const a7 = limb(a, 56)
  const a8 = limb(a, 64)
  const a9 = limb(a, 72)
  const d0 = i32x4.shl(a0, 1)
  const d1 = i32x4.shl(a1, 1)
  const d2 = i32x4.shl(a2, 1)
  const d3 = i32x4.shl(a3, 1)
  const d4 = i32x4.shl(a4, 1)
  const d5 = i32x4.shl(a5, 1)
  const d6 = i32x4.shl(a6, 1)
  const d7 = i32x4.shl(a7, 1)
  const d8 = i32x4.shl(a8, 1)

  const c10 = sum(
    sum(sum(sum(product(d1, a9), product(d2, a8)), product(d3, a7)), product(d4, a6)),
    product(a5, a5),
  )
  const c11 = sum(
    sum(sum(sum(product(d2, a9), product(d3, a8)), product(d4, a7)), product(d5, a6)),
    shifted(c10),
  )
  const c12 = sum(
    sum(sum(sum(product(d3, a9), product(d4, a8)), product(d5, a7)), product(a6, a6)),
    shifted(c11),
  )
  const c13 = sum(sum(sum(product(d4, a9), product(d5, a8)), product(d6, a7)), shifted(c12))
  const c14 = sum(sum(sum(product(d5, a9), product(d6, a8)), product(a7, a7)), shifted(c13))
  const c15 = sum(sum(product(d6, a9), product(d7, a8)), shifted(c14))
  const c16 = sum(sum(product(d7, a9), product(a8, a8)), shifted(c15))
  const c17 = sum(product(d8, a9), shifted(c16))
  const c18 = sum(product(a9, a9), shifted(c17))

  const h0 = low26(c10)
  const h1 = low26(c11)
  const h2 = low26(c12)
  const h3 = low26(c13)
  const h4 = low26(c14)
  const h5 = low26(c15)
  const h6 = low26(c16)
  const h7 = low26(c17)
  const h8 = low26(c18)
  const h9 = shifted(c18)

  const c0 = sum(product(a0, a0), folded(h0))
  const c1 = sum(sum(sum(product(d0, a1), folded(h1)), i64x2.shl(h0, 10)), shifted(c0))
  const c2 = sum(sum(sum(sum(product(d0, a2), product(a1, a1)), folded(h2)), i64x2.shl(h1, 10)), shifted(c1))
  const c3 = sum(sum(sum(sum(product(d0, a3), product(d1, a2)), folded(h3)), i64x2.shl(h2, 10)), shifted(c2))
  const c4 = sum(
    sum(sum(sum(sum(product(d0, a4), product(d1, a3)), product(a2, a2)), folded(h4)), i64x2.shl(h3, 10)),
    shifted(c3),
  )
  const c5 = sum(
    sum(sum(sum(sum(product(d0, a5), product(d1, a4)), product(d2, a3)), folded(h5)), i64x2.shl(h4, 10)),
    shifted(c4),
  )
  const c6 = sum(
    sum(
      sum(sum(sum(sum(product(d0, a6), product(d1, a5)), product(d2, a4)), product(a3, a3)), folded(h6)),
      i64x2.shl(h5, 10),
    ),
    shifted(c5),
  )
  const c7 = sum(
    sum(
      sum(sum(sum(sum(product(d0, a7), product(d1, a6)), product(d2, a5)), product(d3, a4)), folded(h7)),
      i64x2.shl(h6, 10),
    ),
    shifted(c6),
  )
  const c8 = sum(
    sum(
      sum(
        sum(
          sum(sum(sum(product(d0, a8), product(d1, a7)), product(d2, a6)), product(d3, a5)),
          product(a4, a4),
        ),
        folded(h8),
      ),
      i64x2.shl(h7, 10),
    ),
    shifted(c7),
  )
  const c9 = sum(
    sum(
      sum(
        sum(
          sum(sum(sum(product(d0, a9), product(d1, a8)), product(d2, a7)), product(d3, a6)),
          product(d4, a5),
        ),
        folded(h9),
      ),
      i64x2.shl(h8, 10),
    ),
    shifted(c8),
  )

  finish(target, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, h9)
}

/** Carries through the columns; each 2^256 is replaced by 2^32 + 977. */
@inline
function finish(
  target: usize,
  c0: v128,
  c1: v128,
  c2: v128,
  c3: v128,
  c4: v128,
  c5: v128,
  c6: v128,
  c7: v128,
  c8: v128,
  c9: v128,
  h9: v128,
): void {
  const top = sum(i64x2.shr_u(c9, 22), i64x2.shl(h9, 14))
  const times977 = i64x2.sub(sum(i64x2.shl(top, 10), top), sum(i64x2.shl(top, 5), i64x2.shl(top, 4)))
  const r0 = sum(low26(c0), times977)
  const r1 = sum(sum(low26(c1), i64x2.shl(top, 6)), shifted(r0))
  const r2 = sum(low26(c2), shifted(r1))
  v128.store(target, narrowed(low26(r0), low26(r1)), 0)
  v128.store(target, narrowed(r2, low26(c3)), 16)
  v128.store(target, narrowed(low26(c4), low26(c5)), 32)
  v128.store(target, narrowed(low26(c6), low26(c7)), 48)
  v128.store(target, narrowed(low26(c8), v128.and(c9, i64x2.splat(0x3fffff))), 64)
}

// ---- sums and lanes ----

/** a + b in each lane; magnitudes add up. */
export function add(target: usize, a: usize, b: usize): void {
  v128.store(target, i32x4.add(vector(a, 0), vector(b, 0)), 0)
  v128.store(target, i32x4.add(vector(a, 1), vector(b, 1)), 16)
  v128.store(target, i32x4.add(vector(a, 2), vector(b, 2)), 32)
  v128.store(target, i32x4.add(vector(a, 3), vector(b, 3)), 48)
  v128.store(target, i32x4.add(vector(a, 4), vector(b, 4)), 64)
}

/** -a in each lane, for a magnitude of at most m; the result has m + 1. */
export function negate(target: usize, a: usize, m: i32): void {
  if (isBn254) {
    subtract(target, BN254_MULTIPLES + <usize>m * PAIR_SIZE, a)
    return
  }
  const factor = i32x4.splat(2 * (m + 1))
  const middle = i32x4.mul(i32x4.splat(0x3ffffff), factor)
  const lowest = i32x4.mul(i32x4(0x3fffc2f, 0x3fffc2f, 0x3ffffbf, 0x3ffffbf), factor)
  const highest = i32x4.mul(i32x4(0x3ffffff, 0x3ffffff, 0x3fffff, 0x3fffff), factor)
  v128.store(target, i32x4.sub(lowest, vector(a, 0)), 0)
  v128.store(target, i32x4.sub(middle, vector(a, 1)), 16)
  v128.store(target, i32x4.sub(middle, vector(a, 2)), 32)
  v128.store(target, i32x4.sub(middle, vector(a, 3)), 48)
  v128.store(target, i32x4.sub(highest, vector(a, 4)), 64)
}

function subtract(target: usize, a: usize, b: usize): void {
  v128.store(target, i32x4.sub(vector(a, 0), vector(b, 0)), 0)
  v128.store(target, i32x4.sub(vector(a, 1), vector(b, 1)), 16)
  v128.store(target, i32x4.sub(vector(a, 2), vector(b, 2)), 32)
  v128.store(target, i32x4.sub(vector(a, 3), vector(b, 3)), 48)
  v128.store(target, i32x4.sub(vector(a, 4), vector(b, 4)), 64)
}

/** a / 2 in each lane: p is added to an odd number. A magnitude m becomes m / 2 + 1. */
export function halve(target: usize, a: usize): void {
  const one = i32x4.splat(1)
  const first = vector(a, 0)
  const odd = i32x4.neg(v128.and(v128.shuffle<u32>(first, first, 0, 1, 0, 1), one))
  const prime = isBn254 ? PRIME : SECP256K1_PRIME
  const v0 = i32x4.add(first, v128.and(vector(prime, 0), odd))
  const v1 = i32x4.add(vector(a, 1), v128.and(vector(prime, 1), odd))
  const v2 = i32x4.add(vector(a, 2), v128.and(vector(prime, 2), odd))
  const v3 = i32x4.add(vector(a, 3), v128.and(vector(prime, 3), odd))
  const v4 = i32x4.add(vector(a, 4), v128.and(vector(prime, 4), odd))
  v128.store(target, halved(v0, v1), 0)
  v128.store(target, halved(v1, v2), 16)
  v128.store(target, halved(v2, v3), 32)
  v128.store(target, halved(v3, v4), 48)
  v128.store(target, halved(v4, i32x4.splat(0)), 64)
}

@inline
function halved(limbs: v128, next: v128): v128 {
  const above = v128.and(v128.shuffle<u32>(limbs, next, 2, 3, 4, 5), i32x4.splat(1))
  return i32x4.add(i32x4.shr_u(limbs, 1), i32x4.shl(above, 25))
}

/** The first number of a and the first of b. */
export function firsts(target: usize, a: usize, b: usize): void {
  v128.store(target, v128.shuffle<u32>(vector(a, 0), vector(b, 0), 0, 4, 2, 6), 0)
  v128.store(target, v128.shuffle<u32>(vector(a, 1), vector(b, 1), 0, 4, 2, 6), 16)
  v128.store(target, v128.shuffle<u32>(vector(a, 2), vector(b, 2), 0, 4, 2, 6), 32)
  v128.store(target, v128.shuffle<u32>(vector(a, 3), vector(b, 3), 0, 4, 2, 6), 48)
  v128.store(target, v128.shuffle<u32>(vector(a, 4), vector(b, 4), 0, 4, 2, 6), 64)
}

/** The second number of a and the second of b. */
export function seconds(target: usize, a: usize, b: usize): void {
  v128.store(target, v128.shuffle<u32>(vector(a, 0), vector(b, 0), 1, 5, 3, 7), 0)
  v128.store(target, v128.shuffle<u32>(vector(a, 1), vector(b, 1), 1, 5, 3, 7), 16)
  v128.store(target, v128.shuffle<u32>(vector(a, 2), vector(b, 2), 1, 5, 3, 7), 32)
  v128.store(target, v128.shuffle<u32>(vector(a, 3), vector(b, 3), 1, 5, 3, 7), 48)
  v128.store(target, v128.shuffle<u32>(vector(a, 4), vector(b, 4), 1, 5, 3, 7), 64)
}

/** The first number of a and the second of b. */
export function mixed(target: usize, a: usize, b: usize): void {
  v128.store(target, v128.shuffle<u32>(vector(a, 0), vector(b, 0), 0, 5, 2, 7), 0)
  v128.store(target, v128.shuffle<u32>(vector(a, 1), vector(b, 1), 0, 5, 2, 7), 16)
  v128.store(target, v128.shuffle<u32>(vector(a, 2), vector(b, 2), 0, 5, 2, 7), 32)
  v128.store(target, v128.shuffle<u32>(vector(a, 3), vector(b, 3), 0, 5, 2, 7), 48)
  v128.store(target, v128.shuffle<u32>(vector(a, 4), vector(b, 4), 0, 5, 2, 7), 64)
}

/** Copies both lanes. V8 calls a C++ function for `memory.copy`, which is slower for so few bytes. */
export function copy(target: usize, a: usize): void {
  v128.store(target, vector(a, 0), 0)
  v128.store(target, vector(a, 1), 16)
  v128.store(target, vector(a, 2), 32)
  v128.store(target, vector(a, 3), 48)
  v128.store(target, vector(a, 4), 64)
}

// ---- single numbers; `lane` is 0 or 4 bytes ----

/** secp256k1's prime in both lanes. */
export const SECP256K1_PRIME: usize = 3664
/** For m from 1: a multiple of bn254's prime whose limbs are at least those of magnitude m, 80 bytes each. */
export const BN254_MULTIPLES: usize = 2944
/** In both lanes: 1, and 2^572 modulo bn254's prime, which brings a number into Montgomery's form. */
export const PLAIN_ONE: usize = 3744
export const INTO_MONTGOMERY: usize = 3824
/** The number 1 in Montgomery's form. */
export const BN254_ONE: usize = 3904
const REDUCED: usize = 3984

const LIMB: u64 = 0x3ffffff
const HIGHEST_LIMB: u64 = 0x3fffff

/** Reads 32 bytes, lowest first, into both lanes. */
export function readNumber(pair: usize, bytes: usize): void {
  readLimbs(pair, bytes)
  if (isBn254) multiplyParts(pair, pair, INTO_MONTGOMERY)
}

/** Reads 32 bytes without conversion to Montgomery's form. */
export function readLimbs(pair: usize, bytes: usize): void {
  for (let i: usize = 0; i < 10; i++) {
    const bit: usize = 26 * i
    // The highest limb is read from the last eight bytes: none follow them.
    const at = i < 8 ? bit >> 3 : 24
    const value = <u32>((load<u64>(bytes + at) >> (bit - (at << 3))) & (i < 9 ? LIMB : HIGHEST_LIMB))
    store<u32>(pair + (i << 3), value)
    store<u32>(pair + (i << 3), value, 4)
  }
}

/** Writes the number below p in 32 bytes, lowest first. */
export function writeNumber(bytes: usize, pair: usize, lane: usize): void {
  if (isBn254) {
    multiplyParts(REDUCED, pair, PLAIN_ONE)
    bringBelowBn254(REDUCED + lane)
    pair = REDUCED
  } else {
    normalize(pair, lane)
  }
  let bits: u64 = 0
  let count: u64 = 0
  for (let i: usize = 0; i < 10; i++) {
    bits |= (<u64>load<u32>(pair + (i << 3) + lane)) << count
    count += 26
    if (count >= 32) {
      store<u32>(bytes, <u32>bits)
      bytes += 4
      bits >>= 32
      count -= 32
    }
  }
}

/** Brings a product, which is at most twice bn254's prime, below the prime. */
function bringBelowBn254(at: usize): void {
  while (differenceToBn254(at, false) >= 0) differenceToBn254(at, true)
}

/** The sign of the number less bn254's prime; the difference replaces the number if `stores`. */
function differenceToBn254(at: usize, stores: bool): i32 {
  let value: i32 = 0
  for (let i: usize = 0; i < PAIR_SIZE; i += 8) {
    value += load<i32>(at + i) - load<i32>(PRIME + i)
    if (stores) store<i32>(at + i, value & <i32>LIMB)
    value >>= 26
  }
  return value
}

/** Brings the number to magnitude 1; secp256k1's below p, with limbs of 26 bits. */
export function normalize(pair: usize, lane: usize): void {
  if (isBn254) {
    multiplyParts(pair, pair, BN254_ONE)
    return
  }
  const at = pair + lane
  carry(at)
  carry(at)
  if (isAtLeastPrime(at)) {
    // Adds 2^256 - p; `carry` drops 2^256 and would add it again.
    store<u32>(at, load<u32>(at) + 0x3d1)
    store<u32>(at, load<u32>(at, 8) + 0x40, 8)
    propagate(at)
    store<u32>(at, load<u32>(at, 72) & <u32>HIGHEST_LIMB, 72)
  }
}

function carry(at: usize): void {
  const highest = load<u32>(at, 72)
  const top = <u64>(highest >> 22)
  store<u32>(at, highest & <u32>HIGHEST_LIMB, 72)
  let value = <u64>load<u32>(at) + top * 0x3d1
  store<u32>(at, <u32>(value & LIMB))
  value = (value >> 26) + <u64>load<u32>(at, 8) + (top << 6)
  store<u32>(at, <u32>(value & LIMB), 8)
  value >>= 26
  for (let i: usize = 16; i < 72; i += 8) {
    value += load<u32>(at + i)
    store<u32>(at + i, <u32>(value & LIMB))
    value >>= 26
  }
  store<u32>(at, load<u32>(at, 72) + <u32>value, 72)
}

function propagate(at: usize): void {
  let value: u64 = 0
  for (let i: usize = 0; i < 72; i += 8) {
    value += load<u32>(at + i)
    store<u32>(at + i, <u32>(value & LIMB))
    value >>= 26
  }
  store<u32>(at, load<u32>(at, 72) + <u32>value, 72)
}

/** For limbs of 26 bits; the highest may have a bit more. */
function isAtLeastPrime(at: usize): bool {
  const highest = load<u32>(at, 72)
  if (highest != <u32>HIGHEST_LIMB) return highest > <u32>HIGHEST_LIMB
  for (let i: usize = 16; i < 72; i += 8) if (load<u32>(at + i) != <u32>LIMB) return false
  const second = load<u32>(at, 8)
  return second > 0x3ffffbf || (second == 0x3ffffbf && load<u32>(at) >= 0x3fffc2f)
}

/** Whether the number is 0 modulo p; may normalize it. */
export function isZero(pair: usize, lane: usize): bool {
  if (isBn254) {
    multiplyParts(REDUCED, pair, PLAIN_ONE)
    bringBelowBn254(REDUCED + lane)
    return isAllZero(REDUCED + lane)
  }
  const at = pair + lane
  // The bits above 2^256 folded once give a number below 2p whose lowest limb is final. So it must be 0 or that of p.
  const lowest = (load<u32>(at) + (load<u32>(at, 72) >> 22) * 0x3d1) & <u32>LIMB
  if (lowest != 0 && lowest != 0x3fffc2f) return false
  normalize(pair, lane)
  return isAllZero(at)
}

function isAllZero(at: usize): bool {
  let bits: u32 = 0
  for (let i: usize = 0; i < PAIR_SIZE; i += 8) bits |= load<u32>(at + i)
  return bits == 0
}
