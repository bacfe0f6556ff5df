import { INPUT, INVERSION, MODULUS } from './memory'

// Inverses modulo an odd number of 256 bits by the division steps of Bernstein and Yang ("Fast constant-time gcd
// computation and modular inversion", 2019), thirty at a time on the lowest bits, in variable time. Numbers are
// nine signed limbs of 30 bits.

const LIMBS: usize = 9
const SIZE: usize = 4 * LIMBS
const LIMB: i64 = 0x3fffffff
const D: usize = INVERSION
const E: usize = INVERSION + 48
const F: usize = INVERSION + 96
const G: usize = INVERSION + 144
const M: usize = INVERSION + 192

// The matrix of thirty steps: f' = (u·f + v·g) / 2^30, g' = (q·f + r·g) / 2^30.
let u: i32 = 0
let v: i32 = 0
let q: i32 = 0
let r: i32 = 0
/** The inverse of the modulus modulo 2^30. */
let inverse: u32 = 0

/** Replaces the number at INPUT by its inverse modulo the number at MODULUS; 0 stays 0. */
export function invert(): void {
  memory.fill(D, 0, 2 * 48)
  store<i32>(E, 1)
  readLimbs(M, MODULUS)
  readLimbs(F, MODULUS)
  readLimbs(G, INPUT)
  const lowest = load<u32>(M)
  inverse = lowest
  for (let bits = 3; bits < 30; bits *= 2) inverse *= 2 - lowest * inverse
  let eta = -1
  let length = LIMBS
  while (true) {
    eta = thirtySteps(eta)
    updateCoefficients()
    updateValues(length)
    if (isZero(G, length)) break
    length = shortened(length)
  }
  normalize(load<i32>(F + ((length - 1) << 2)))
  writeLimbs()
}

function readLimbs(target: usize, bytes: usize): void {
  for (let i: usize = 0; i < LIMBS; i++) {
    const bit: usize = 30 * i
    const at = bit >> 3 < 24 ? bit >> 3 : 24
    store<i32>(target + (i << 2), <i32>((load<u64>(bytes + at) >> (bit - (at << 3))) & LIMB))
  }
}

function writeLimbs(): void {
  let bits: u64 = 0
  let count: u64 = 0
  let target = INPUT
  for (let i: usize = 0; i < LIMBS; i++) {
    bits |= (<u64>load<u32>(D + (i << 2))) << count
    count += 30
    if (count >= 32) {
      store<u32>(target, <u32>bits)
      target += 4
      bits >>= 32
      count -= 32
    }
  }
}

function isZero(number: usize, length: usize): bool {
  let bits: i32 = 0
  for (let i: usize = 0; i < length; i++) bits |= load<i32>(number + (i << 2))
  return bits == 0
}

/** Sets the matrix for the lowest bits of f and g; returns the next η = -δ. */
function thirtySteps(eta: i32): i32 {
  let f = load<i32>(F) | (load<i32>(F, 4) << 30)
  let g = load<i32>(G) | (load<i32>(G, 4) << 30)
  let u0 = 1
  let v0 = 0
  let q0 = 0
  let r0 = 1
  let left = 30
  while (true) {
    const zeros = ctz(g | (-1 << left))
    g >>= zeros
    u0 <<= zeros
    v0 <<= zeros
    eta -= zeros
    left -= zeros
    if (left == 0) break
    let factor: i32
    if (eta < 0) {
      eta = -eta
      const f1 = f
      f = g
      g = -f1
      const u1 = u0
      u0 = q0
      q0 = -u1
      const v1 = v0
      v0 = r0
      r0 = -v1
      // f · (f² - 2) is -1 / f modulo 2^6.
      factor = (f * g * (f * f - 2)) & lowBits(eta + 1 < left ? eta + 1 : left) & 63
    } else {
      // f + 8 · bit 2 of f + 1 is 1 / f modulo 2^4.
      const inverseOfF = f + (((f + 1) & 4) << 1)
      factor = (-inverseOfF * g) & lowBits(eta + 1 < left ? eta + 1 : left) & 15
    }
    g += f * factor
    q0 += u0 * factor
    r0 += v0 * factor
  }
  u = u0
  v = v0
  q = q0
  r = r0
  return eta
}

@inline
function lowBits(count: i32): i32 {
  return <i32>(<u32>-1 >> (32 - count))
}

/** (d, e) = matrix · (d, e) / 2^30 modulo the modulus. */
function updateCoefficients(): void {
  const signD = load<i32>(D, 32) >> 31
  const signE = load<i32>(E, 32) >> 31
  let md = (u & signD) + (v & signE)
  let me = (q & signD) + (r & signE)
  let cd = <i64>u * load<i32>(D) + <i64>v * load<i32>(E)
  let ce = <i64>q * load<i32>(D) + <i64>r * load<i32>(E)
  // Multiples of the modulus that clear the lowest limb.
  md -= <i32>((inverse * <u32>cd + <u32>md) & <u32>LIMB)
  me -= <i32>((inverse * <u32>ce + <u32>me) & <u32>LIMB)
  cd = (cd + <i64>md * load<i32>(M)) >> 30
  ce = (ce + <i64>me * load<i32>(M)) >> 30
  for (let i: usize = 4; i < SIZE; i += 4) {
    const d = <i64>load<i32>(D + i)
    const e = <i64>load<i32>(E + i)
    const m = <i64>load<i32>(M + i)
    cd += u * d + v * e + md * m
    ce += q * d + r * e + me * m
    store<i32>(D + i - 4, <i32>(cd & LIMB))
    store<i32>(E + i - 4, <i32>(ce & LIMB))
    cd >>= 30
    ce >>= 30
  }
  store<i32>(D, <i32>cd, 32)
  store<i32>(E, <i32>ce, 32)
}

/** (f, g) = matrix · (f, g) / 2^30, which is exact. */
function updateValues(length: usize): void {
  let cf = (<i64>u * load<i32>(F) + <i64>v * load<i32>(G)) >> 30
  let cg = (<i64>q * load<i32>(F) + <i64>r * load<i32>(G)) >> 30
  const size = length << 2
  for (let i: usize = 4; i < size; i += 4) {
    const f = <i64>load<i32>(F + i)
    const g = <i64>load<i32>(G + i)
    cf += u * f + v * g
    cg += q * f + r * g
    store<i32>(F + i - 4, <i32>(cf & LIMB))
    store<i32>(G + i - 4, <i32>(cg & LIMB))
    cf >>= 30
    cg >>= 30
  }
  store<i32>(F + size - 4, <i32>cf)
  store<i32>(G + size - 4, <i32>cg)
}

/** Drops the highest limbs of f and g when both are only signs. */
function shortened(length: usize): usize {
  if (length < 2) return length
  const last = (length - 1) << 2
  const f = load<i32>(F + last)
  const g = load<i32>(G + last)
  if ((f ^ (f >> 31)) | (g ^ (g >> 31))) return length
  store<i32>(F + last - 4, load<i32>(F + last - 4) | (f << 30))
  store<i32>(G + last - 4, load<i32>(G + last - 4) | (g << 30))
  return length - 1
}

/** Brings d, which is above -2 · modulus and below the modulus, into [0, modulus); negated when f ended as -1. */
function normalize(sign: i32): void {
  addModulusIfNegative()
  if (sign < 0) {
    for (let i: usize = 0; i < SIZE; i += 4) store<i32>(D + i, -load<i32>(D + i))
    propagate()
  }
  addModulusIfNegative()
}

function addModulusIfNegative(): void {
  if (load<i32>(D, 32) >= 0) return
  for (let i: usize = 0; i < SIZE; i += 4) store<i32>(D + i, load<i32>(D + i) + load<i32>(M + i))
  propagate()
}

function propagate(): void {
  let carry: i32 = 0
  for (let i: usize = 0; i < SIZE - 4; i += 4) {
    const value = load<i32>(D + i) + carry
    store<i32>(D + i, value & <i32>LIMB)
    carry = value >> 30
  }
  store<i32>(D, load<i32>(D, 32) + carry, 32)
}
