import {
  copy,
  mixed,
  multiply,
  negate,
  PAIR_SIZE,
  PLAIN_ONE,
  readNumber,
  SECP256K1_PRIME,
  seconds,
  square,
  writeNumber,
} from '../curves/field'
import { invert } from '../curves/inverse'
import { ACCUMULATOR, INPUT, INPUT_Y, MODULUS, SCRATCH, XY, Z } from '../curves/memory'
import { addToAccumulator, clear, double } from '../curves/point'
import { JACOBIAN, JACOBIAN_SIZE, MULTIPLES, MULTIPLES_OF_WINDOW, WINDOW, WINDOWS } from './memory'

// Multiples of the generator from a table of the multiples of 2^(6i)·G: one addition for each digit of the scalar.

const T: usize = SCRATCH + 12 * PAIR_SIZE
const INVERSE: usize = SCRATCH + 13 * PAIR_SIZE
const POWER: usize = SCRATCH + 14 * PAIR_SIZE
/** The first multiple of a window. */
const BASE: usize = SCRATCH + 15 * PAIR_SIZE
/** An affine point has Z = 1, which `addToAccumulator` reads behind the point. */
const AFFINE: usize = PLAIN_ONE - Z
const PRODUCT: usize = 2 * PAIR_SIZE

/** Makes the table from the point at INPUT. MODULUS must hold p. */
export function prepare(): void {
  readNumber(SECP256K1_PRIME, MODULUS)
  memory.fill(INVERSE, 0, 32)
  store<u8>(INVERSE, 1)
  readNumber(PLAIN_ONE, INVERSE)
  readNumber(T, INPUT)
  readNumber(INVERSE, INPUT_Y)
  mixed(BASE, T, INVERSE)
  for (let window = 0; window < WINDOWS; window++) fillWindow(window)
}

/** The multiples of BASE, which becomes the base of the next window. */
function fillWindow(window: i32): void {
  clear()
  for (let i = 0; i < MULTIPLES_OF_WINDOW; i++) {
    addToAccumulator(BASE, AFFINE, true)
    keep(i)
  }
  double(ACCUMULATOR)
  keep(MULTIPLES_OF_WINDOW)
  // One inversion for all: that of the product of all Zs (Montgomery's trick).
  writeNumber(INPUT, jacobian(MULTIPLES_OF_WINDOW) + PRODUCT, 4)
  invert()
  readNumber(INVERSE, INPUT)
  makeAffine(BASE, MULTIPLES_OF_WINDOW)
  for (let i = MULTIPLES_OF_WINDOW; i-- > 0; ) makeAffine(entry(window, i), i)
}

@inline
function jacobian(index: i32): usize {
  return JACOBIAN + <usize>index * JACOBIAN_SIZE
}

@inline
function entry(window: i32, index: i32): usize {
  return MULTIPLES + <usize>(window * MULTIPLES_OF_WINDOW + index) * PAIR_SIZE
}

function keep(index: i32): void {
  const point = jacobian(index)
  copy(point + XY, ACCUMULATOR + XY)
  copy(point + Z, ACCUMULATOR + Z)
  multiply(point + PRODUCT, index == 0 ? PLAIN_ONE : point - JACOBIAN_SIZE + PRODUCT, ACCUMULATOR + Z)
}

/** INVERSE holds 1 / (Z0 · … · Zi) in both lanes and loses its last factor. */
function makeAffine(target: usize, index: i32): void {
  const point = jacobian(index)
  seconds(T, point + Z, point + Z)
  if (index == 0) copy(POWER, INVERSE)
  else {
    const before = point - JACOBIAN_SIZE + PRODUCT
    seconds(POWER, before, before)
    multiply(POWER, POWER, INVERSE) // 1 / Z
    multiply(INVERSE, INVERSE, T)
  }
  square(T, POWER)
  multiply(POWER, POWER, T)
  mixed(T, T, POWER) // 1 / Z², 1 / Z³
  multiply(target, point + XY, T)
}

/**
 * Multiplies G by the scalar at INPUT, which is from 1 to the group's order less 1, and writes the coordinates of the product to
 * INPUT and INPUT_Y. MODULUS must hold p.
 */
export function multiplyGenerator(): void {
  clear()
  // The bytes behind the scalar are those of the y coordinate, which the highest digit must not read.
  memory.fill(INPUT_Y, 0, 32)
  let carry: i32 = 0
  for (let window = 0; window < WINDOWS; window++) {
    const bit = WINDOW * window
    const bits = <i32>(load<u16>(INPUT + (bit >> 3)) >> <u16>(bit & 7)) & ((1 << WINDOW) - 1)
    const digit = bits + carry
    carry = digit > MULTIPLES_OF_WINDOW ? 1 : 0
    addDigit(window, digit - (carry << WINDOW))
  }
  writeNumber(INPUT, ACCUMULATOR + Z, 4)
  invert()
  readNumber(INVERSE, INPUT)
  square(T, INVERSE)
  multiply(INVERSE, INVERSE, T)
  mixed(T, T, INVERSE)
  multiply(T, ACCUMULATOR + XY, T)
  writeNumber(INPUT, T, 0)
  writeNumber(INPUT_Y, T, 4)
}

@inline
function addDigit(window: i32, digit: i32): void {
  if (digit == 0) return
  const point = entry(window, abs(digit) - 1)
  if (digit > 0) {
    addToAccumulator(point, AFFINE, true)
    return
  }
  negate(T, point, 1)
  mixed(T, point, T)
  addToAccumulator(T, AFFINE, true)
}
