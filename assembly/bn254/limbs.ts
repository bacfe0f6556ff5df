// Numbers modulo bn254's prime p on vectors of two lanes, for the products that scripts/bn254-products.mjs writes. An element
// is two numbers of ten limbs of 26 bits, lowest first: for each limb four bytes of the first number, then four of the second.
// Montgomery's form: x is kept as x · 2^286 modulo p.
//
// Limbs are signed and may have more than 26 bits, so that sums and differences need no carries. An element of size n has
// limbs whose absolute value is at most n · 2^26. A product has size 1 and lies between -p / 2^12 and 2p + p / 2^12 if the
// sizes of its factors multiply to at most 100 (no column of thirty products exceeds 63 bits), 200 for products of parts, and
// their values stay below 2^10 · p. It is not negative if neither factor is.
//
// Ten of the eleven limbs are removed with a multiple of p that is -1 modulo 2^26: the limb itself is the quotient, which
// shortens the chain from one limb to the next. That multiple has 26 bits more than p; the eleventh limb,
// which is removed with p, brings the result back below 2p.

/** Bytes of an element. */
export const ELEMENT_SIZE: usize = 80

/** p in both lanes. */
export const PRIME: usize = memory.data<u32>(
  [
    0x7cfd47, 0x7cfd47, 0x2305b6, 0x2305b6, 0xa8d3c2, 0xa8d3c2, 0x245a1c7, 0x245a1c7, 0x197816a, 0x197816a,
    0x605617, 0x605617, 0x1045b68, 0x1045b68, 0x280a6e1, 0x280a6e1, 0x272e131, 0x272e131, 0xc1913, 0xc1913,
  ],
  16,
)

/** (m + 1) / 2^26 in both lanes, where m is the multiple of p that is -1 modulo 2^26. */
export const CLEARING: usize = memory.data<u32>(
  [
    0x347d7b1, 0x347d7b1, 0x3cdf178, 0x3cdf178, 0x313b09d, 0x313b09d, 0x2e894ee, 0x2e894ee, 0x118725a,
    0x118725a, 0x32ac749, 0x32ac749, 0x14a7cad, 0x14a7cad, 0x8a8a55, 0x8a8a55, 0x700992, 0x700992, 0x19675,
    0x19675,
  ],
  16,
)

/** The second factor times i: (-b1, b0). */
export const TURNED: usize = memory.data(<i32>ELEMENT_SIZE, 16)

/** -1 / p modulo 2^26. */
export const NEGATIVE_INVERSE: i32 = 0x866389
export const LIMB: i64 = 0x3ffffff

@inline
export function product(a: v128, b: v128): v128 {
  return i64x2.extmul_low_i32x4_s(a, b)
}

/** A column and one more product. */
@inline
export function plus(column: v128, a: v128, b: v128): v128 {
  return i64x2.add(column, i64x2.extmul_low_i32x4_s(a, b))
}

@inline
export function low26(column: v128): v128 {
  return v128.and(column, i64x2.splat(LIMB))
}

/** The carry to the next column. */
@inline
export function shifted(column: v128): v128 {
  return i64x2.shr_s(column, 26)
}

/** The low halves of two vectors of 64-bit numbers, as a vector of 32-bit numbers. */
@inline
export function narrowed(a: v128, b: v128): v128 {
  return v128.shuffle<u32>(a, b, 0, 2, 4, 6)
}

/** The lowest limb of a column, which is the quotient that clears it. */
@inline
export function lowest(column: v128): v128 {
  const low = low26(column)
  return narrowed(low, low)
}

@inline
export function turn(b: usize, offset: usize): void {
  const signs = i32x4(-1, 0, -1, 0)
  const parts = v128.load(b + offset)
  const swapped = v128.shuffle<u32>(parts, parts, 1, 0, 3, 2)
  v128.store(TURNED + offset, i32x4.sub(v128.xor(swapped, signs), signs))
}
