import { ELEMENT_SIZE } from './limbs'
import { multiplyQuadratic } from './products'
import {
  add,
  carry,
  copy,
  invert as invertQuadratic,
  multiplyByRoot,
  negate,
  square,
  subtract,
} from './quadratic'

// The sextic field Fp6 = Fp2(v) with v³ = 9 + i: a0 + a1·v + a2·v², three elements one after the other. Products have the
// sizes 2, 3 and 2 and need factors whose sizes multiply to at most 25.

export const SEXTIC_SIZE: usize = 3 * ELEMENT_SIZE
const FIRST: usize = 0
const SECOND: usize = ELEMENT_SIZE
const THIRD: usize = 2 * ELEMENT_SIZE

const V0: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const V1: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const V2: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const C0: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const C1: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const S: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const T: usize = memory.data(<i32>ELEMENT_SIZE, 16)

export function addSextic(target: usize, a: usize, b: usize): void {
  add(target + FIRST, a + FIRST, b + FIRST)
  add(target + SECOND, a + SECOND, b + SECOND)
  add(target + THIRD, a + THIRD, b + THIRD)
}

export function subtractSextic(target: usize, a: usize, b: usize): void {
  subtract(target + FIRST, a + FIRST, b + FIRST)
  subtract(target + SECOND, a + SECOND, b + SECOND)
  subtract(target + THIRD, a + THIRD, b + THIRD)
}

export function negateSextic(target: usize, a: usize): void {
  negate(target + FIRST, a + FIRST)
  negate(target + SECOND, a + SECOND)
  negate(target + THIRD, a + THIRD)
}

export function carrySextic(target: usize, a: usize): void {
  carry(target + FIRST, a + FIRST)
  carry(target + SECOND, a + SECOND)
  carry(target + THIRD, a + THIRD)
}

/** a·v = a2·(9 + i) + a0·v + a1·v². The first two sizes become 1 and a0's, for a2 up to 3. */
export function multiplyByV(target: usize, a: usize): void {
  multiplyByRoot(T, a + THIRD)
  copy(target + THIRD, a + SECOND)
  copy(target + SECOND, a + FIRST)
  copy(target + FIRST, T)
}

/** The product of a sum of two coefficients with one of the other factor, without the two products in it. */
@inline
function crossProduct(
  target: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  left: usize,
  right: usize,
): void {
  add(S, a, b)
  add(T, c, d)
  multiplyQuadratic(target, S, T)
  subtract(target, target, left)
  subtract(target, target, right)
}

/** Karatsuba's method with six products. The target may be one of the factors. */
export function multiplySextic(target: usize, a: usize, b: usize): void {
  multiplyQuadratic(V0, a + FIRST, b + FIRST)
  multiplyQuadratic(V1, a + SECOND, b + SECOND)
  multiplyQuadratic(V2, a + THIRD, b + THIRD)
  crossProduct(C0, a + SECOND, a + THIRD, b + SECOND, b + THIRD, V1, V2) // a1·b2 + a2·b1 (2)
  crossProduct(C1, a + FIRST, a + SECOND, b + FIRST, b + SECOND, V0, V1) // a0·b1 + a1·b0 (2)
  crossProduct(target + THIRD, a + FIRST, a + THIRD, b + FIRST, b + THIRD, V0, V2) // a0·b2 + a2·b0
  add(target + THIRD, target + THIRD, V1)
  multiplyByRoot(C0, C0)
  add(target + FIRST, C0, V0)
  multiplyByRoot(V2, V2)
  add(target + SECOND, C1, V2)
}

/** The product with b0 + b1·v, whose sizes are at most 2 and 1: five products. Its sizes are 2. */
export function multiplySparse(target: usize, a: usize, b0: usize, b1: usize): void {
  multiplyQuadratic(V0, a + FIRST, b0)
  multiplyQuadratic(V1, a + SECOND, b1)
  add(S, a + SECOND, a + THIRD)
  multiplyQuadratic(C0, S, b1)
  subtract(C0, C0, V1) // a2·b1
  multiplyByRoot(C0, C0)
  add(S, a + FIRST, a + SECOND)
  add(T, b0, b1)
  multiplyQuadratic(C1, S, T)
  subtract(C1, C1, V0)
  subtract(C1, C1, V1)
  multiplyQuadratic(target + THIRD, a + THIRD, b0)
  add(target + THIRD, target + THIRD, V1)
  add(target + FIRST, C0, V0)
  copy(target + SECOND, C1)
}

/** Each coefficient times an element of the quadratic field. */
export function scaleSextic(target: usize, a: usize, factor: usize): void {
  multiplyQuadratic(target + FIRST, a + FIRST, factor)
  multiplyQuadratic(target + SECOND, a + SECOND, factor)
  multiplyQuadratic(target + THIRD, a + THIRD, factor)
}

/** 1 / a from the adjoint of its multiplication, for size 1: A + B·v + C·v² over a0·A + (a2·B + a1·C)·(9 + i). */
export function invertSextic(target: usize, a: usize): void {
  square(V0, a + FIRST)
  multiplyQuadratic(S, a + SECOND, a + THIRD)
  multiplyByRoot(S, S)
  subtract(V0, V0, S) // A = a0² - a1·a2·(9 + i) (2)
  square(V1, a + THIRD)
  multiplyByRoot(V1, V1)
  multiplyQuadratic(S, a + FIRST, a + SECOND)
  subtract(V1, V1, S) // B = a2²·(9 + i) - a0·a1 (2)
  square(V2, a + SECOND)
  multiplyQuadratic(S, a + FIRST, a + THIRD)
  subtract(V2, V2, S) // C = a1² - a0·a2 (1)
  multiplyQuadratic(S, a + THIRD, V1)
  multiplyQuadratic(T, a + SECOND, V2)
  add(S, S, T)
  multiplyByRoot(S, S)
  multiplyQuadratic(T, a + FIRST, V0)
  add(S, S, T)
  invertQuadratic(T, S)
  multiplyQuadratic(target + FIRST, V0, T)
  multiplyQuadratic(target + SECOND, V1, T)
  multiplyQuadratic(target + THIRD, V2, T)
}
