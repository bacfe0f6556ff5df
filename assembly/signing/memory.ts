import { PAIR_SIZE } from '../curves/field'

// The places of the signing module's memory beside those of curves/memory.ts.

/** 32 bytes each, highest first: the private key and the hash that is signed, which is below the group's order. */
export const KEY: usize = 8192
export const HASH: usize = 8224
/** 32 bytes, highest first: what the generator of nonces gave last. */
export const NONCE: usize = 8256

/** Chaining states of SHA-256, 32 bytes each: of the inner and the outer part of an HMAC behind its key, and a running one. */
export const INNER: usize = 8320
export const OUTER: usize = 8352
export const RUNNING: usize = 8384
/** The key of an HMAC. */
export const HMAC_KEY: usize = 8416
/** A message of up to 128 bytes with its padding. */
export const MESSAGE: usize = 8704

/** Points of one window before they are affine: (X, Y), (·, Z), and the product of the Zs up to it. */
export const JACOBIAN: usize = 10240
export const JACOBIAN_SIZE: usize = 3 * PAIR_SIZE

/** Multiples of G: for each window its multiples 1 to 2^(WINDOW - 1), affine, 80 bytes each. */
export const MULTIPLES: usize = 65536
/** Bits of a signed digit. */
export const WINDOW: i32 = 6
/** 43 digits of 6 bits have two bits more than a scalar, so that the highest digit has no carry. */
export const WINDOWS: i32 = 43
export const MULTIPLES_OF_WINDOW: i32 = 1 << (WINDOW - 1)
