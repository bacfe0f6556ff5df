import { PAIR_SIZE } from './field'

// The places of the module's memory. Bytes of numbers are lowest first.

/** A point in the accumulator or a table: the pairs (X, Y), (·, Z) and (Z², Z³), in Jacobian coordinates. */
export const XY: usize = 0
export const Z: usize = PAIR_SIZE
export const ZZ: usize = 2 * PAIR_SIZE
export const POINT_SIZE: usize = 3 * PAIR_SIZE

/** 32 bytes each: coordinates of a point, in and out; the number to invert. */
export const INPUT: usize = 0
export const INPUT_Y: usize = 32
/** Four factors below 2^129: of G, λG, R and λR, 24 bytes each; then a byte each, 1 for a negative factor. */
export const FACTORS: usize = 64
export const FACTOR_SIZE: usize = 24
export const SIGNS: usize = FACTORS + 4 * FACTOR_SIZE
/** The modulus of an inversion. */
export const MODULUS: usize = 192
/** 32 bytes: the cube root of unity β, with which λ(x, y) = (βx, y). */
export const BETA: usize = 224

/** The signed digits of the four factors, 136 bytes each. */
export const DIGITS: usize = 256
export const DIGITS_SIZE: usize = 136
/** Numbers of 30-bit limbs for an inversion. */
export const INVERSION: usize = 1024
/** Scratch pairs. */
export const SCRATCH: usize = 1536

export const ACCUMULATOR: usize = 4096
/** Holds β in both lanes. */
export const BETA_PAIR: usize = 4352
export const DOUBLED: usize = 4480
/** Odd multiples of R, then of λR: 1, 3, … 15. */
export const R_TABLE: usize = 5120
export const R_COUNT: usize = 8
/** Odd multiples of G, then of λG: 1, 3, … 127. */
export const G_TABLE: usize = 16384
export const G_COUNT: usize = 64
