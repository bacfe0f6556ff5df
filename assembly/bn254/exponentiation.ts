import { conjugate, copyDodecic, DODECIC_SIZE, frobenius, invert, isOne, multiply } from './dodecic'
import { ELEMENT_SIZE } from './limbs'
import { add, carry, multiplyByRoot, reduce, square, subtract } from './quadratic'

// The final exponentiation by (p^12 - 1) / r. The hard part is Fuentes-Castañeda, Knapp and Rodríguez-Henríquez' ("Faster
// hashing to G2", 2011), which uses a multiple of the exponent that has no common divisor with r: still only 1 becomes 1.

const F: usize = memory.data(<i32>DODECIC_SIZE, 16)
const F2U: usize = memory.data(<i32>DODECIC_SIZE, 16)
const F6U: usize = memory.data(<i32>DODECIC_SIZE, 16)
const F6U2: usize = memory.data(<i32>DODECIC_SIZE, 16)
const A: usize = memory.data(<i32>DODECIC_SIZE, 16)
const B: usize = memory.data(<i32>DODECIC_SIZE, 16)
const INVERSE: usize = memory.data(<i32>DODECIC_SIZE, 16)

/** Whether a to the power of (p^12 - 1) / r is 1. Overwrites a. */
export function isOneAfterExponentiation(a: usize): bool {
  // a^(p^6 - 1), then ^(p² + 1): the result lies in the cyclotomic subgroup, where conjugates are inverses.
  invert(INVERSE, a)
  conjugate(F, a)
  multiply(F, F, INVERSE)
  frobenius(A, F)
  frobenius(A, A)
  multiply(F, A, F)

  powerOfU(A, F)
  squareCyclotomic(F2U, A) // f^(2u)
  squareCyclotomic(A, F2U)
  multiply(F6U, A, F2U) // f^(6u)
  powerOfU(F6U2, F6U) // f^(6u²)
  squareCyclotomic(A, F6U2)
  powerOfU(B, A) // f^(12u³)
  multiply(A, B, F6U2)
  multiply(A, A, F6U) // a = f^(12u³ + 6u² + 6u)
  conjugate(F2U, F2U)
  multiply(B, A, F2U) // b = a·f^(-2u)

  // (a·f^(6u²)·f) · b^p · a^(p²) · (b·f^(-1))^(p³)
  multiply(F6U2, F6U2, A)
  multiply(F6U2, F6U2, F)
  conjugate(F, F)
  multiply(F, F, B)
  frobenius(F, F)
  multiply(F, F, A)
  frobenius(F, F)
  multiply(F, F, B)
  frobenius(F, F)
  multiply(F, F, F6U2)
  return isOne(F)
}

/** The signed digits 1 and -1 of u = 4965661367192848881 below its highest, 2^62. */
const U_PLUS: u64 = 0x50a14044a890a01
const U_MINUS: u64 = 0x20815000200010
const U_HIGHEST: u64 = 62

/** a^u in the cyclotomic subgroup. The target is not a. */
function powerOfU(target: usize, a: usize): void {
  conjugate(INVERSE, a)
  copyDodecic(target, a)
  for (let bit = U_HIGHEST; bit-- > 0; ) {
    squareCyclotomic(target, target)
    if ((U_PLUS >> bit) & 1) multiply(target, target, a)
    else if ((U_MINUS >> bit) & 1) multiply(target, target, INVERSE)
  }
}

const T0: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const T1: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const T2: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const T3: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const S: usize = memory.data(<i32>ELEMENT_SIZE, 16)

/** (x + y·s)² with s² = 9 + i, in T0 + T1·s (2 each); three squares. */
function squareQuartic(x: usize, y: usize): void {
  add(S, x, y)
  square(T1, S)
  square(T0, x)
  square(S, y)
  subtract(T1, T1, T0)
  subtract(T1, T1, S) // 2·x·y (2)
  multiplyByRoot(S, S)
  add(T0, T0, S) // x² + y²·(9 + i) (2)
}

/** 3·t - 2·z. Reduces the result, because each square would double the value of z otherwise. */
@inline
function tripleWithout(target: usize, t: usize, z: usize): void {
  subtract(S, t, z)
  add(S, S, S)
  add(S, S, t)
  reduce(target, S)
}

/** 3·t + 2·z. */
@inline
function tripleWith(target: usize, t: usize, z: usize): void {
  add(S, t, z)
  add(S, S, S)
  add(S, S, t)
  reduce(target, S)
}

/** The square of an element of the cyclotomic subgroup (Granger and Scott, 2010): nine squares of Fp2. The target may be a. */
function squareCyclotomic(target: usize, a: usize): void {
  const z0 = a
  const z4 = a + ELEMENT_SIZE
  const z3 = a + 2 * ELEMENT_SIZE
  const z2 = a + 3 * ELEMENT_SIZE
  const z1 = a + 4 * ELEMENT_SIZE
  const z5 = a + 5 * ELEMENT_SIZE
  squareQuartic(z0, z1)
  tripleWithout(target, T0, z0)
  tripleWith(target + 4 * ELEMENT_SIZE, T1, z1)
  squareQuartic(z2, z3)
  keepQuartic()
  squareQuartic(z4, z5)
  tripleWithout(target + ELEMENT_SIZE, T2, z4)
  tripleWith(target + 5 * ELEMENT_SIZE, T3, z5)
  multiplyByRoot(T1, T1)
  tripleWith(target + 3 * ELEMENT_SIZE, T1, z2)
  tripleWithout(target + 2 * ELEMENT_SIZE, T0, z3)
}

/** Moves the square to T2 and T3 before the next one is made. */
function keepQuartic(): void {
  carry(T2, T0)
  carry(T3, T1)
}
