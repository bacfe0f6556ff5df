// Instructions on pairs of numbers; field.ts explains their form.

@inline
export function limb(pair: usize, offset: usize): v128 {
  return v128.load64_zero(pair + offset)
}

@inline
export function product(a: v128, b: v128): v128 {
  return i64x2.extmul_low_i32x4_u(a, b)
}

@inline
export function sum(a: v128, b: v128): v128 {
  return i64x2.add(a, b)
}

@inline
export function low26(column: v128): v128 {
  return v128.and(column, i64x2.splat(0x3ffffff))
}

/** The carry to the next column. */
@inline
export function shifted(column: v128): v128 {
  return i64x2.shr_u(column, 26)
}

/** The low halves of two vectors of 64-bit numbers, as a vector of 32-bit numbers. */
@inline
export function narrowed(a: v128, b: v128): v128 {
  return v128.shuffle<u32>(a, b, 0, 2, 4, 6)
}

@inline
export function vector(pair: usize, index: usize): v128 {
  return v128.load(pair + (index << 4))
}
