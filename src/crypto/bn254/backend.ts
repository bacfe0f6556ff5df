import type { Point } from '../weierstrass.ts'

/** An element real + imaginary·i of the quadratic field, both parts below the prime. */
export interface Fp2 {
  readonly real: bigint
  readonly imaginary: bigint
}

/** A point of the twisted curve over the quadratic field, never the point at infinity. */
export interface TwistPoint {
  readonly x: Fp2
  readonly y: Fp2
}

export interface Pair {
  readonly g1: Point
  readonly g2: TwistPoint
}

/** A library for bn254. Callers pass points of G1 that are on the curve and not at infinity. */
export interface Bn254Backend {
  /** The scalar is between 1 and the group order. */
  multiply(point: Point, scalar: bigint): Point
  /** Whether the point lies on the twisted curve and in its subgroup of the pairing's order. */
  isInG2(point: TwistPoint): boolean
  /** Whether the pairings of members of G1 and G2 multiply to one. */
  isPairingProductOne(pairs: readonly Pair[]): boolean
}
