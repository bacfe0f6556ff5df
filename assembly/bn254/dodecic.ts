import { ELEMENT_SIZE } from './limbs'
import { multiplyQuadratic } from './products'
import { add, conjugate as conjugateQuadratic, copy, isZero, ONE, power, subtract } from './quadratic'
import {
  addSextic,
  carrySextic,
  invertSextic,
  multiplyByV,
  multiplySextic,
  multiplySparse,
  negateSextic,
  SEXTIC_SIZE,
  scaleSextic,
  subtractSextic,
} from './sextic'

// The field Fp12 = Fp6(w) with w² = v: a0 + a1·w, two elements of Fp6. All results have size 1.

export const DODECIC_SIZE: usize = 2 * SEXTIC_SIZE

const V0: usize = memory.data(<i32>SEXTIC_SIZE, 16)
const V1: usize = memory.data(<i32>SEXTIC_SIZE, 16)
const LEFT: usize = memory.data(<i32>SEXTIC_SIZE, 16)
const RIGHT: usize = memory.data(<i32>SEXTIC_SIZE, 16)
const B0: usize = memory.data(<i32>ELEMENT_SIZE, 16)

export function setOne(target: usize): void {
  memory.fill(target, 0, DODECIC_SIZE)
  copy(target, ONE)
}

export function copyDodecic(target: usize, a: usize): void {
  for (let at: usize = 0; at < DODECIC_SIZE; at += ELEMENT_SIZE) copy(target + at, a + at)
}

/** a0 - a1·w, which is a^(p^6), and 1 / a in the cyclotomic subgroup. */
export function conjugate(target: usize, a: usize): void {
  for (let at: usize = 0; at < SEXTIC_SIZE; at += ELEMENT_SIZE) copy(target + at, a + at)
  negateSextic(target + SEXTIC_SIZE, a + SEXTIC_SIZE)
}

/** V0 + V1·v and LEFT - V0 - V1, which Karatsuba's method makes of three products. */
function combine(target: usize): void {
  subtractSextic(LEFT, LEFT, V0)
  subtractSextic(LEFT, LEFT, V1)
  carrySextic(target + SEXTIC_SIZE, LEFT)
  multiplyByV(V1, V1)
  addSextic(V0, V0, V1)
  carrySextic(target, V0)
}

/** The target may be one of the factors. */
export function multiply(target: usize, a: usize, b: usize): void {
  addSextic(LEFT, a, a + SEXTIC_SIZE)
  addSextic(RIGHT, b, b + SEXTIC_SIZE)
  multiplySextic(V0, a, b)
  multiplySextic(V1, a + SEXTIC_SIZE, b + SEXTIC_SIZE)
  multiplySextic(LEFT, LEFT, RIGHT)
  combine(target)
}

/** The product with b0 + (b3 + b4·v)·w, the form of a line; thirteen products. */
export function multiplyByLine(target: usize, b0: usize, b3: usize, b4: usize): void {
  addSextic(LEFT, target, target + SEXTIC_SIZE)
  scaleSextic(V0, target, b0)
  multiplySparse(V1, target + SEXTIC_SIZE, b3, b4)
  add(B0, b0, b3)
  multiplySparse(LEFT, LEFT, B0, b4)
  combine(target)
}

/** a² = (a0 + a1)·(a0 + a1·v) - a0·a1·(1 + v) + 2·a0·a1·w. */
export function square(target: usize, a: usize): void {
  addSextic(LEFT, a, a + SEXTIC_SIZE)
  multiplyByV(RIGHT, a + SEXTIC_SIZE)
  addSextic(RIGHT, RIGHT, a)
  multiplySextic(V0, a, a + SEXTIC_SIZE)
  multiplySextic(LEFT, LEFT, RIGHT)
  addSextic(RIGHT, V0, V0)
  carrySextic(target + SEXTIC_SIZE, RIGHT)
  subtractSextic(LEFT, LEFT, V0)
  multiplyByV(V0, V0)
  subtractSextic(LEFT, LEFT, V0)
  carrySextic(target, LEFT)
}

/** 1 / a = (a0 - a1·w) / (a0² - a1²·v). */
export function invert(target: usize, a: usize): void {
  multiplySextic(V0, a, a)
  multiplySextic(V1, a + SEXTIC_SIZE, a + SEXTIC_SIZE)
  multiplyByV(V1, V1)
  subtractSextic(V0, V0, V1)
  carrySextic(V0, V0)
  invertSextic(V1, V0)
  conjugate(target, a)
  multiplySextic(LEFT, target, V1)
  multiplySextic(RIGHT, target + SEXTIC_SIZE, V1)
  carrySextic(target, LEFT)
  carrySextic(target + SEXTIC_SIZE, RIGHT)
}

export function isOne(a: usize): bool {
  subtract(B0, a, ONE)
  if (!isZero(B0)) return false
  for (let at: usize = ELEMENT_SIZE; at < DODECIC_SIZE; at += ELEMENT_SIZE) if (!isZero(a + at)) return false
  return true
}

// ---- Frobenius' map ----

/** (p - 1) / 6, lowest word first. */
const SIXTH: usize = memory.data<u32>([
  0x2414d4e1, 0x34b01759, 0xe6bda1c2, 0xee9591c2, 0xc0403964, 0xf40d60f3, 0xd032f006, 0x810b7bd,
])
/** w^(p - 1) and its powers from 0 to 5, which are elements of Fp2. */
const TWISTS: usize = memory.data(<i32>(6 * ELEMENT_SIZE), 16)

/** w^(k·(p - 1)). */
@inline
export function twist(k: usize): usize {
  return TWISTS + k * ELEMENT_SIZE
}

/** Computes the powers of w^(p - 1) = (9 + i)^((p - 1) / 6), where `root` is 9 + i. */
export function prepareTwists(root: usize): void {
  copy(twist(0), ONE)
  power(twist(1), root, SIXTH)
  for (let k: usize = 2; k < 6; k++) multiplyQuadratic(twist(k), twist(k - 1), twist(1))
}

/** a^p: each coefficient of w^k is conjugated and multiplied by w^(k·(p - 1)). The target may be a. */
export function frobenius(target: usize, a: usize): void {
  for (let k: usize = 0; k < 6; k++) {
    // a0 holds the even powers of w, a1 the odd ones.
    const at = (k >> 1) * ELEMENT_SIZE + (k & 1) * SEXTIC_SIZE
    conjugateQuadratic(target + at, a + at)
    if (k > 0) multiplyQuadratic(target + at, target + at, twist(k))
  }
}
