import { limb, low26, narrowed, product, shifted, sum } from './vectors'

// Montgomery's arithmetic modulo the prime of bn254 on two numbers at once, in the form of field.ts. A number x is
// kept as x · 2^286 modulo the prime, so that a product of numbers of any magnitude up to 8 stays below
// the prime, but for a tiny part: eleven limbs are removed instead of ten.

/** The prime in both lanes. */
export const PRIME: usize = 3584
/** -1 / prime modulo 2^26. */
const NEGATIVE_INVERSE: i32 = 0x866389

/** The product of each lane, divided by 2^286. */
export function multiplyMontgomery(target: usize, a: usize, b: usize): void {
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

  const c0 = product(a0, b0)
  const c1 = sum(product(a0, b1), product(a1, b0))
  const c2 = sum(sum(product(a0, b2), product(a1, b1)), product(a2, b0))
  const c3 = sum(sum(sum(product(a0, b3), product(a1, b2)), product(a2, b1)), product(a3, b0))
  const c4 = sum(
    sum(sum(sum(product(a0, b4), product(a1, b3)), product(a2, b2)), product(a3, b1)),
    product(a4, b0),
  )
  const c5 = sum(
    sum(sum(sum(sum(product(a0, b5), product(a1, b4)), product(a2, b3)), product(a3, b2)), product(a4, b1)),
    product(a5, b0),
  )
  const c6 = sum(
    sum(
      sum(sum(sum(sum(product(a0, b6), product(a1, b5)), product(a2, b4)), product(a3, b3)), product(a4, b2)),
      product(a5, b1),
    ),
    product(a6, b0),
  )
  const c7 = sum(
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
  )
  const c8 = sum(
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
  )
  const c9 = sum(
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
  )
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
          sum(sum(sum(product(a2, b9), product(a3, b8)), product(a4, b7)), product(a5, b6)),
          product(a6, b5),
        ),
        product(a7, b4),
      ),
      product(a8, b3),
    ),
    product(a9, b2),
  )
  const c12 = sum(
    sum(
      sum(sum(sum(sum(product(a3, b9), product(a4, b8)), product(a5, b7)), product(a6, b6)), product(a7, b5)),
      product(a8, b4),
    ),
    product(a9, b3),
  )
  const c13 = sum(
    sum(sum(sum(sum(product(a4, b9), product(a5, b8)), product(a6, b7)), product(a7, b6)), product(a8, b5)),
    product(a9, b4),
  )
  const c14 = sum(
    sum(sum(sum(product(a5, b9), product(a6, b8)), product(a7, b7)), product(a8, b6)),
    product(a9, b5),
  )
  const c15 = sum(sum(sum(product(a6, b9), product(a7, b8)), product(a8, b7)), product(a9, b6))
  const c16 = sum(sum(product(a7, b9), product(a8, b8)), product(a9, b7))
  const c17 = sum(product(a8, b9), product(a9, b8))
  const c18 = product(a9, b9)
  reduce(target, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18)
}

/** The square of each lane, divided by 2^286. */
export function squareMontgomery(target: usize, a: usize): void {
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

  const c0 = product(a0, a0)
  const c1 = product(d0, a1)
  const c2 = sum(product(d0, a2), product(a1, a1))
  const c3 = sum(product(d0, a3), product(d1, a2))
  const c4 = sum(sum(product(d0, a4), product(d1, a3)), product(a2, a2))
  const c5 = sum(sum(product(d0, a5), product(d1, a4)), product(d2, a3))
  const c6 = sum(sum(sum(product(d0, a6), product(d1, a5)), product(d2, a4)), product(a3, a3))
  const c7 = sum(sum(sum(product(d0, a7), product(d1, a6)), product(d2, a5)), product(d3, a4))
  const c8 = sum(
    sum(sum(sum(product(d0, a8), product(d1, a7)), product(d2, a6)), product(d3, a5)),
    product(a4, a4),
  )
  const c9 = sum(
    sum(sum(sum(product(d0, a9), product(d1, a8)), product(d2, a7)), product(d3, a6)),
    product(d4, a5),
  )
  const c10 = sum(
    sum(sum(sum(product(d1, a9), product(d2, a8)), product(d3, a7)), product(d4, a6)),
    product(a5, a5),
  )
  const c11 = sum(sum(sum(product(d2, a9), product(d3, a8)), product(d4, a7)), product(d5, a6))
  const c12 = sum(sum(sum(product(d3, a9), product(d4, a8)), product(d5, a7)), product(a6, a6))
  const c13 = sum(sum(product(d4, a9), product(d5, a8)), product(d6, a7))
  const c14 = sum(sum(product(d5, a9), product(d6, a8)), product(a7, a7))
  const c15 = sum(product(d6, a9), product(d7, a8))
  const c16 = sum(product(d7, a9), product(a8, a8))
  const c17 = product(d8, a9)
  const c18 = product(a9, a9)
  reduce(target, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18)
}

/** The multiple of the prime that clears the lowest limb of a column. */
@inline
function quotient(column: v128, inverse: v128): v128 {
  const low = low26(column)
  const factor = low26(product(narrowed(low, low), inverse))
  return narrowed(factor, factor)
}

@inline
function reduce(
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
  c10: v128,
  c11: v128,
  c12: v128,
  c13: v128,
  c14: v128,
  c15: v128,
  c16: v128,
  c17: v128,
  c18: v128,
): void {
  const p0 = limb(PRIME, 0)
  const p1 = limb(PRIME, 8)
  const p2 = limb(PRIME, 16)
  const p3 = limb(PRIME, 24)
  const p4 = limb(PRIME, 32)
  const p5 = limb(PRIME, 40)
  const p6 = limb(PRIME, 48)
  const p7 = limb(PRIME, 56)
  const p8 = limb(PRIME, 64)
  const p9 = limb(PRIME, 72)
  const inverse = i32x4.splat(NEGATIVE_INVERSE)

  const q0 = quotient(c0, inverse)
  c0 = sum(c0, product(q0, p0))
  c1 = sum(c1, product(q0, p1))
  c2 = sum(c2, product(q0, p2))
  c3 = sum(c3, product(q0, p3))
  c4 = sum(c4, product(q0, p4))
  c5 = sum(c5, product(q0, p5))
  c6 = sum(c6, product(q0, p6))
  c7 = sum(c7, product(q0, p7))
  c8 = sum(c8, product(q0, p8))
  c9 = sum(c9, product(q0, p9))
  c1 = sum(c1, shifted(c0))

  const q1 = quotient(c1, inverse)
  c1 = sum(c1, product(q1, p0))
  c2 = sum(c2, product(q1, p1))
  c3 = sum(c3, product(q1, p2))
  c4 = sum(c4, product(q1, p3))
  c5 = sum(c5, product(q1, p4))
  c6 = sum(c6, product(q1, p5))
  c7 = sum(c7, product(q1, p6))
  c8 = sum(c8, product(q1, p7))
  c9 = sum(c9, product(q1, p8))
  c10 = sum(c10, product(q1, p9))
  c2 = sum(c2, shifted(c1))

  const q2 = quotient(c2, inverse)
  c2 = sum(c2, product(q2, p0))
  c3 = sum(c3, product(q2, p1))
  c4 = sum(c4, product(q2, p2))
  c5 = sum(c5, product(q2, p3))
  c6 = sum(c6, product(q2, p4))
  c7 = sum(c7, product(q2, p5))
  c8 = sum(c8, product(q2, p6))
  c9 = sum(c9, product(q2, p7))
  c10 = sum(c10, product(q2, p8))
  c11 = sum(c11, product(q2, p9))
  c3 = sum(c3, shifted(c2))

  const q3 = quotient(c3, inverse)
  c3 = sum(c3, product(q3, p0))
  c4 = sum(c4, product(q3, p1))
  c5 = sum(c5, product(q3, p2))
  c6 = sum(c6, product(q3, p3))
  c7 = sum(c7, product(q3, p4))
  c8 = sum(c8, product(q3, p5))
  c9 = sum(c9, product(q3, p6))
  c10 = sum(c10, product(q3, p7))
  c11 = sum(c11, product(q3, p8))
  c12 = sum(c12, product(q3, p9))
  c4 = sum(c4, shifted(c3))

  const q4 = quotient(c4, inverse)
  c4 = sum(c4, product(q4, p0))
  c5 = sum(c5, product(q4, p1))
  c6 = sum(c6, product(q4, p2))
  c7 = sum(c7, product(q4, p3))
  c8 = sum(c8, product(q4, p4))
  c9 = sum(c9, product(q4, p5))
  c10 = sum(c10, product(q4, p6))
  c11 = sum(c11, product(q4, p7))
  c12 = sum(c12, product(q4, p8))
  c13 = sum(c13, product(q4, p9))
  c5 = sum(c5, shifted(c4))

  const q5 = quotient(c5, inverse)
  c5 = sum(c5, product(q5, p0))
  c6 = sum(c6, product(q5, p1))
  c7 = sum(c7, product(q5, p2))
  c8 = sum(c8, product(q5, p3))
  c9 = sum(c9, product(q5, p4))
  c10 = sum(c10, product(q5, p5))
  c11 = sum(c11, product(q5, p6))
  c12 = sum(c12, product(q5, p7))
  c13 = sum(c13, product(q5, p8))
  c14 = sum(c14, product(q5, p9))
  c6 = sum(c6, shifted(c5))

  const q6 = quotient(c6, inverse)
  c6 = sum(c6, product(q6, p0))
  c7 = sum(c7, product(q6, p1))
  c8 = sum(c8, product(q6, p2))
  c9 = sum(c9, product(q6, p3))
  c10 = sum(c10, product(q6, p4))
  c11 = sum(c11, product(q6, p5))
  c12 = sum(c12, product(q6, p6))
  c13 = sum(c13, product(q6, p7))
  c14 = sum(c14, product(q6, p8))
  c15 = sum(c15, product(q6, p9))
  c7 = sum(c7, shifted(c6))

  const q7 = quotient(c7, inverse)
  c7 = sum(c7, product(q7, p0))
  c8 = sum(c8, product(q7, p1))
  c9 = sum(c9, product(q7, p2))
  c10 = sum(c10, product(q7, p3))
  c11 = sum(c11, product(q7, p4))
  c12 = sum(c12, product(q7, p5))
  c13 = sum(c13, product(q7, p6))
  c14 = sum(c14, product(q7, p7))
  c15 = sum(c15, product(q7, p8))
  c16 = sum(c16, product(q7, p9))
  c8 = sum(c8, shifted(c7))

  const q8 = quotient(c8, inverse)
  c8 = sum(c8, product(q8, p0))
  c9 = sum(c9, product(q8, p1))
  c10 = sum(c10, product(q8, p2))
  c11 = sum(c11, product(q8, p3))
  c12 = sum(c12, product(q8, p4))
  c13 = sum(c13, product(q8, p5))
  c14 = sum(c14, product(q8, p6))
  c15 = sum(c15, product(q8, p7))
  c16 = sum(c16, product(q8, p8))
  c17 = sum(c17, product(q8, p9))
  c9 = sum(c9, shifted(c8))

  const q9 = quotient(c9, inverse)
  c9 = sum(c9, product(q9, p0))
  c10 = sum(c10, product(q9, p1))
  c11 = sum(c11, product(q9, p2))
  c12 = sum(c12, product(q9, p3))
  c13 = sum(c13, product(q9, p4))
  c14 = sum(c14, product(q9, p5))
  c15 = sum(c15, product(q9, p6))
  c16 = sum(c16, product(q9, p7))
  c17 = sum(c17, product(q9, p8))
  c18 = sum(c18, product(q9, p9))
  c10 = sum(c10, shifted(c9))

  const q10 = quotient(c10, inverse)
  c10 = sum(c10, product(q10, p0))
  c11 = sum(c11, product(q10, p1))
  c12 = sum(c12, product(q10, p2))
  c13 = sum(c13, product(q10, p3))
  c14 = sum(c14, product(q10, p4))
  c15 = sum(c15, product(q10, p5))
  c16 = sum(c16, product(q10, p6))
  c17 = sum(c17, product(q10, p7))
  c18 = sum(c18, product(q10, p8))
  let c19 = product(q10, p9)
  c11 = sum(c11, shifted(c10))

  c12 = sum(c12, shifted(c11))
  c13 = sum(c13, shifted(c12))
  c14 = sum(c14, shifted(c13))
  c15 = sum(c15, shifted(c14))
  c16 = sum(c16, shifted(c15))
  c17 = sum(c17, shifted(c16))
  c18 = sum(c18, shifted(c17))
  c19 = sum(c19, shifted(c18))
  v128.store(target, narrowed(low26(c11), low26(c12)), 0)
  v128.store(target, narrowed(low26(c13), low26(c14)), 16)
  v128.store(target, narrowed(low26(c15), low26(c16)), 32)
  v128.store(target, narrowed(low26(c17), low26(c18)), 48)
  v128.store(target, narrowed(low26(c19), shifted(c19)), 64)
}
