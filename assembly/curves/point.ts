import {
  add,
  copy,
  firsts,
  halve,
  isZero,
  mixed,
  multiply,
  negate,
  PAIR_SIZE,
  seconds,
  square,
} from './field'
import { ACCUMULATOR, SCRATCH, XY, Z, ZZ } from './memory'

// Points of y² = x³ + 7 in Jacobian coordinates: (X / Z², Y / Z³). The comments give magnitudes above 1: X has
// at most 5 and Y at most 3.

const A: usize = SCRATCH
const B: usize = SCRATCH + PAIR_SIZE
const C: usize = SCRATCH + 2 * PAIR_SIZE
const D: usize = SCRATCH + 3 * PAIR_SIZE
const E: usize = SCRATCH + 4 * PAIR_SIZE
const F: usize = SCRATCH + 5 * PAIR_SIZE
const G: usize = SCRATCH + 6 * PAIR_SIZE

/** Doubles a point that is not at infinity: L = 3/2·X², T = -X·Y², X' = L² + 2T, Y' = -(L·(X' + T) + Y⁴), Z' = Y·Z. */
export function double(point: usize): void {
  const xy = point + XY
  const z = point + Z
  square(A, xy) // X², Y²
  seconds(B, A, z) // Y², Z
  multiply(z, xy, B) // X·Y², Z'
  add(B, A, A)
  add(B, B, A)
  halve(B, B) // L (2)
  mixed(C, B, A) // L, Y²
  square(C, C) // L², Y⁴
  negate(D, z, 1) // T (2)
  add(E, C, D)
  add(E, E, D) // X' (5)
  add(D, E, D) // X' + T (7)
  multiply(D, B, D) // L·(X' + T)
  firsts(D, D, D)
  add(D, D, C)
  negate(D, D, 2) // ·, Y' (3)
  mixed(xy, E, D)
}

/** Whether the accumulator is the point at infinity. */
export let isInfinity: bool = true

export function clear(): void {
  isInfinity = true
}

/** Doubles the accumulator. No point has order two. */
export function doubleAccumulator(): void {
  if (!isInfinity) double(ACCUMULATOR)
}

/**
 * Adds a point that is not at infinity to the accumulator: (X2, Y2) of magnitude at most 2 at `xy2`, the rest in the table's
 * entry `point`. An affine point has Z2 = 1, which saves the multiplications by it.
 */
export function addToAccumulator(xy2: usize, point: usize, isAffine: bool): void {
  const xy = ACCUMULATOR + XY
  const z = ACCUMULATOR + Z
  if (isInfinity) {
    copy(xy, xy2)
    copy(z, point + Z)
    isInfinity = false
    return
  }
  let u1s1 = xy
  let z1z2 = A
  seconds(A, z, z) // Z1, Z1
  if (isAffine) {
    square(C, A) // Z1², Z1²
  } else {
    seconds(B, z, point + Z)
    multiply(B, A, B) // Z1², Z1·Z2
    firsts(C, B, B)
    multiply(F, xy, point + ZZ) // U1 = X1·Z2², S1 = Y1·Z2³
    u1s1 = F
    z1z2 = B
  }
  seconds(D, xy2, z1z2) // Y2, Z1·Z2
  mixed(B, xy2, A) // X2, Z1
  multiply(A, B, C) // U2 = X2·Z1², Z1³
  negate(G, u1s1, 5) // -U1, -S1 (6)
  add(C, A, G) // H = U2 - U1 (7)
  seconds(E, A, A)
  firsts(B, C, C)
  mixed(E, E, B) // Z1³, H
  multiply(D, D, E) // S2 = Y2·Z1³, Z3 = Z1·Z2·H
  firsts(E, D, D)
  add(E, E, G)
  mixed(C, C, E) // H, R = S2 - S1 (7)
  if (isZero(C, 0)) {
    addEqualX()
    return
  }
  copy(z, D)
  square(D, C) // H², R²
  firsts(A, D, D)
  firsts(E, C, u1s1) // H, U1
  multiply(A, E, A) // H³, V = U1·H²
  seconds(B, A, A)
  add(E, B, B)
  add(E, E, A)
  negate(E, E, 3) // -H³ - 2V (4)
  seconds(D, D, D)
  add(D, D, E) // X3 = R² - H³ - 2V (5)
  negate(E, D, 5)
  add(E, B, E) // V - X3 (7)
  seconds(C, C, u1s1) // R, S1
  firsts(E, E, A) // V - X3, H³
  multiply(C, C, E) // R·(V - X3), S1·H³
  negate(E, C, 1)
  firsts(C, C, C)
  add(C, C, E) // ·, Y3 (3)
  mixed(xy, D, C)
}

/** The sum of points with equal x: the double, or infinity for opposite points. C holds H, R. */
function addEqualX(): void {
  if (isZero(C, 4)) double(ACCUMULATOR)
  else isInfinity = true
}

/** Computes Z² and Z³ for a point of a table. */
export function completeEntry(point: usize): void {
  seconds(A, point + Z, point + Z)
  square(B, A)
  multiply(A, A, B)
  mixed(point + ZZ, B, A)
}
