import { twist } from './dodecic'
import { ELEMENT_SIZE } from './limbs'
import { multiplyQuadratic } from './products'
import { add, conjugate, copy, halve, invert, isZero, negate, ONE, square, subtract } from './quadratic'

// Points of the twist y² = x³ + 3 / (9 + i) over Fp2, and the lines of a Miller loop. An affine point is x, y; a projective one
// X, Y, Z with x = X / Z, y = Y / Z; Y has size 3, the others 1. The map (x, y) → (x·w², y·w³) leads to the curve over Fp12.

export const X: usize = 0
export const Y: usize = ELEMENT_SIZE
const Z: usize = 2 * ELEMENT_SIZE
export const AFFINE_SIZE: usize = 2 * ELEMENT_SIZE
export const PROJECTIVE_SIZE: usize = 3 * ELEMENT_SIZE

/** 9 + i, and three times the constant of the curve. */
export const ROOT: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const TRIPLE_CONSTANT: usize = memory.data(<i32>ELEMENT_SIZE, 16)

/** The line of the last step, at a point (x, y) of G1: LINE_Y·y + LINE_X·x·w + LINE_CONSTANT·w³. */
export const LINE_Y: usize = memory.data(<i32>ELEMENT_SIZE, 16)
export const LINE_X: usize = memory.data(<i32>ELEMENT_SIZE, 16)
export const LINE_CONSTANT: usize = memory.data(<i32>ELEMENT_SIZE, 16)

const A: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const B: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const C: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const D: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const E: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const F: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const G: usize = memory.data(<i32>ELEMENT_SIZE, 16)
const H: usize = memory.data(<i32>ELEMENT_SIZE, 16)

export function prepareTwist(): void {
  // i is 1 with its parts exchanged.
  memory.fill(ROOT, 0, ELEMENT_SIZE)
  for (let at: usize = 0; at < ELEMENT_SIZE; at += 8) store<u32>(ROOT + at, load<u32>(ONE + at), 4)
  for (let i = 0; i < 9; i++) add(ROOT, ROOT, ONE)
  multiplyQuadratic(ROOT, ROOT, ONE)
  invert(A, ROOT)
  memory.fill(B, 0, ELEMENT_SIZE)
  for (let i = 0; i < 9; i++) add(B, B, ONE)
  multiplyQuadratic(TRIPLE_CONSTANT, A, B)
}

export function makeProjective(target: usize, point: usize): void {
  copy(target + X, point + X)
  copy(target + Y, point + Y)
  copy(target + Z, ONE)
}

/** Whether 3·(y² - x³) is three times the curve's constant. */
export function isOnTwist(point: usize): bool {
  square(A, point + X)
  multiplyQuadratic(A, A, point + X)
  square(B, point + Y)
  subtract(A, B, A)
  add(B, A, A)
  add(A, A, B)
  subtract(A, A, TRIPLE_CONSTANT)
  return isZero(A)
}

/**
 * Doubles a projective point and sets its tangent (Costello, Lange and Naehrig, 2010; Aranha and others, 2011). The twist has
 * odd order: no point is its own opposite.
 */
export function double(point: usize): void {
  const x = point + X
  const y = point + Y
  const z = point + Z
  multiplyQuadratic(A, x, y)
  halve(A, A)
  square(B, y)
  square(C, z)
  add(H, y, z) // (4)
  square(H, H)
  subtract(H, H, B)
  subtract(H, H, C) // 2·Y·Z (2)
  multiplyQuadratic(E, TRIPLE_CONSTANT, C)
  add(F, E, E)
  add(F, F, E) // (3)
  square(G, x)
  add(LINE_X, G, G)
  add(LINE_X, LINE_X, G) // 3·X² (3)
  negate(LINE_Y, H)
  subtract(LINE_CONSTANT, E, B)
  subtract(D, B, F) // (4)
  multiplyQuadratic(x, A, D)
  add(G, B, F)
  halve(G, G) // (3)
  square(G, G)
  square(E, E)
  add(F, E, E)
  add(F, F, E)
  subtract(y, G, F) // (3)
  multiplyQuadratic(z, B, H)
}

/** Adds the affine point (x, y) and sets the line through both. Z becomes 0 if the points are equal or opposite. */
export function addAffine(point: usize, x: usize, y: usize): void {
  multiplyQuadratic(A, y, point + Z)
  subtract(A, point + Y, A) // θ = Y - y·Z (4)
  multiplyQuadratic(B, x, point + Z)
  subtract(B, point + X, B) // λ = X - x·Z
  square(C, A)
  square(D, B)
  multiplyQuadratic(E, B, D) // λ³
  multiplyQuadratic(F, point + Z, C)
  multiplyQuadratic(G, point + X, D)
  add(H, E, F)
  subtract(H, H, G)
  subtract(H, H, G) // (2)
  multiplyQuadratic(point + X, B, H)
  subtract(G, G, H) // (3)
  multiplyQuadratic(G, A, G)
  multiplyQuadratic(F, E, point + Y)
  subtract(point + Y, G, F)
  multiplyQuadratic(point + Z, point + Z, E)
  multiplyQuadratic(C, A, x)
  multiplyQuadratic(D, B, y)
  subtract(LINE_CONSTANT, C, D)
  copy(LINE_Y, B)
  negate(LINE_X, A) // (4)
}

/** Frobenius' map of the curve, on the twist. */
export function frobeniusPoint(target: usize, point: usize): void {
  conjugate(target + X, point + X)
  multiplyQuadratic(target + X, target + X, twist(2))
  conjugate(target + Y, point + Y)
  multiplyQuadratic(target + Y, target + Y, twist(3))
}

/** Whether a projective point is the opposite of an affine one. */
export function isOpposite(point: usize, affine: usize): bool {
  if (isZero(point + Z)) return false
  multiplyQuadratic(A, affine + X, point + Z)
  subtract(A, A, point + X)
  multiplyQuadratic(B, affine + Y, point + Z)
  add(B, B, point + Y)
  return isZero(A) && isZero(B)
}
