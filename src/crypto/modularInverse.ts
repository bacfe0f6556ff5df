import { vectorCurves } from './vectorCurves.ts'

/** The inverse of a value below an odd prime of at most 256 bits; 0 for the value 0. */
export function modularInverse(value: bigint, prime: bigint): bigint {
  return vectorCurves()?.invert(value, prime) ?? inverseByEuclid(value, prime)
}

/** The extended Euclidean algorithm, ten times slower, for platforms without vector instructions in WebAssembly. */
export function inverseByEuclid(value: bigint, prime: bigint): bigint {
  let [remainder, next] = [prime, value]
  let [coefficient, nextCoefficient] = [0n, 1n]
  while (next > 0n) {
    const quotient = remainder / next
    const smaller = remainder - quotient * next
    remainder = next
    next = smaller
    const later = coefficient - quotient * nextCoefficient
    coefficient = nextCoefficient
    nextCoefficient = later
  }
  return value === 0n ? 0n : coefficient < 0n ? coefficient + prime : coefficient
}
