// Multiplication of points of secp256k1, for the recovery of public keys, and of bn254, and inversion. Values are public, so
// the time may depend on them. Numbers in memory have 32 bytes, lowest first. The caller writes the constants of the fields
// there.
import {
  add,
  BN254_MULTIPLES,
  BN254_ONE,
  copy,
  INTO_MONTGOMERY,
  isBn254,
  isZero,
  mixed,
  multiply,
  negate,
  normalize,
  PAIR_SIZE,
  PLAIN_ONE,
  readNumber,
  SECP256K1_PRIME,
  select,
  square,
  writeNumber,
} from './curves/field'
import { invert } from './curves/inverse'
import {
  ACCUMULATOR,
  BETA,
  BETA_PAIR,
  DIGITS,
  DIGITS_SIZE,
  DOUBLED,
  FACTOR_SIZE,
  FACTORS,
  G_COUNT,
  G_TABLE,
  INPUT,
  INPUT_Y,
  MODULUS,
  POINT_SIZE,
  R_COUNT,
  R_TABLE,
  SCRATCH,
  SIGNS,
  XY,
  Z,
} from './curves/memory'
import { addToAccumulator, clear, completeEntry, double, doubleAccumulator, isInfinity } from './curves/point'

export {
  BETA,
  BN254_MULTIPLES,
  BN254_ONE,
  FACTOR_SIZE,
  FACTORS,
  INPUT,
  INPUT_Y,
  INTO_MONTGOMERY,
  invert,
  MODULUS,
  PAIR_SIZE,
  PLAIN_ONE,
  SECP256K1_PRIME,
  SIGNS,
}

/** Bits of a factor, with one for the carry of its digits. */
const FACTOR_BITS: i32 = 130
/** Digits of the factors of R are odd and below 2^4, those of G below 2^7. */
const R_WINDOW: i32 = 5
const G_WINDOW: i32 = 8

const T: usize = SCRATCH + 12 * PAIR_SIZE
const ROOT: usize = SCRATCH + 13 * PAIR_SIZE

/**
 * Makes the tables of G from the point at INPUT; BETA and p at MODULUS must be set. Each entry becomes affine, so that
 * adding it takes less time.
 */
export function prepare(): void {
  readNumber(BETA_PAIR, BETA)
  readPoint(G_TABLE)
  fillTable(G_TABLE, G_COUNT)
  for (let i: usize = 0; i < G_COUNT; i++) makeAffine(G_TABLE + i * POINT_SIZE)
  addEndomorphism(G_TABLE, G_COUNT)
}

/** Sets Z to 1. */
function makeAffine(point: usize): void {
  writeNumber(INPUT, point + Z, 4)
  invert()
  readNumber(T, INPUT)
  square(ROOT, T)
  multiply(T, T, ROOT)
  mixed(T, ROOT, T) // 1 / Z², 1 / Z³
  multiply(point + XY, point + XY, T)
  setOne(point + Z)
}

function setOne(pair: usize): void {
  copy(pair, isBn254 ? BN254_ONE : PLAIN_ONE)
}

function readPoint(point: usize): void {
  readNumber(T, INPUT)
  readNumber(ROOT, INPUT_Y)
  mixed(point + XY, T, ROOT)
  setOne(point + Z)
}

/** The odd multiples of the first entry. */
function fillTable(table: usize, count: usize): void {
  memory.copy(DOUBLED, table, POINT_SIZE)
  double(DOUBLED)
  completeEntry(DOUBLED)
  clear()
  addToAccumulator(table + XY, table, false)
  for (let i: usize = 0; i < count; i++) {
    if (i > 0) addToAccumulator(DOUBLED + XY, DOUBLED, false)
    const entry = table + i * POINT_SIZE
    memory.copy(entry, ACCUMULATOR, POINT_SIZE)
    normalize(entry + XY, 0)
    normalize(entry + XY, 4)
    completeEntry(entry)
  }
}

/** Appends λ times each entry: (βX, Y). */
function addEndomorphism(table: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const entry = table + i * POINT_SIZE
    const image = entry + count * POINT_SIZE
    memory.copy(image, entry, POINT_SIZE)
    multiply(T, entry + XY, BETA_PAIR)
    mixed(image + XY, T, entry + XY)
  }
}

/**
 * Replaces x at INPUT by the point with this x and an even or odd y; false when the curve has none. x must be
 * below p.
 */
export function liftX(isOdd: bool): bool {
  readNumber(T, INPUT)
  square(ROOT, T)
  multiply(ROOT, ROOT, T)
  store<u32>(ROOT, load<u32>(ROOT) + 7)
  store<u32>(ROOT, load<u32>(ROOT, 4) + 7, 4)
  memory.copy(T, ROOT, PAIR_SIZE)
  squareRoot(ROOT, ROOT)
  square(SCRATCH, ROOT)
  negate(T, T, 2)
  add(T, T, SCRATCH)
  if (!isZero(T, 0)) return false
  writeNumber(INPUT_Y, ROOT, 0)
  if (<bool>(load<u8>(INPUT_Y) & 1) != isOdd) {
    negate(ROOT, ROOT, 1)
    writeNumber(INPUT_Y, ROOT, 0)
  }
  return true
}

/** a^((p + 1) / 4). The exponent's binary form is 223 ones, a zero, 22 ones, 4 zeros, 2 ones and 2 zeros. */
function squareRoot(target: usize, a: usize): void {
  const x1 = SCRATCH
  memory.copy(x1, a, PAIR_SIZE)
  const x2 = ones(x1 + PAIR_SIZE, x1, 1, x1)
  const x3 = ones(x2 + PAIR_SIZE, x2, 1, x1)
  const x6 = ones(x3 + PAIR_SIZE, x3, 3, x3)
  const x9 = ones(x6 + PAIR_SIZE, x6, 3, x3)
  const x11 = ones(x9 + PAIR_SIZE, x9, 2, x2)
  const x22 = ones(x11 + PAIR_SIZE, x11, 11, x11)
  const x44 = ones(x22 + PAIR_SIZE, x22, 22, x22)
  const x88 = ones(x44 + PAIR_SIZE, x44, 44, x44)
  const x176 = ones(x88 + PAIR_SIZE, x88, 88, x88)
  const x220 = ones(x176 + PAIR_SIZE, x176, 44, x44)
  const x223 = ones(x220, x220, 3, x3)
  ones(target, x223, 23, x22)
  ones(target, target, 6, x2)
  square(target, target)
  square(target, target)
}

/** a^(2^times) · b; returns the target. */
function ones(target: usize, a: usize, times: i32, b: usize): usize {
  square(target, a)
  for (let i = 1; i < times; i++) square(target, target)
  multiply(target, target, b)
  return target
}

/**
 * The sum of the multiples of G, λG, R and λR by the four FACTORS, where R is the point at INPUT. False for the
 * point at infinity; otherwise its coordinates replace R's. MODULUS must hold p.
 */
export function combine(): bool {
  readPoint(R_TABLE)
  fillTable(R_TABLE, R_COUNT)
  addEndomorphism(R_TABLE, R_COUNT)
  recode(0, G_WINDOW, FACTOR_BITS)
  recode(1, G_WINDOW, FACTOR_BITS)
  recode(2, R_WINDOW, FACTOR_BITS)
  recode(3, R_WINDOW, FACTOR_BITS)
  clear()
  for (let bit: usize = FACTOR_BITS; bit-- > 0; ) {
    doubleAccumulator()
    addDigit(0, bit, G_TABLE, true)
    addDigit(1, bit, G_TABLE + G_COUNT * POINT_SIZE, true)
    addDigit(2, bit, R_TABLE, false)
    addDigit(3, bit, R_TABLE + R_COUNT * POINT_SIZE, false)
  }
  return writeAccumulator()
}

/** Writes the coordinates of the accumulator to INPUT; false for the point at infinity. */
function writeAccumulator(): bool {
  if (isInfinity) return false
  makeAffine(ACCUMULATOR)
  writeNumber(INPUT, ACCUMULATOR + XY, 0)
  writeNumber(INPUT_Y, ACCUMULATOR + XY, 4)
  return true
}

/** Bits of a scalar of bn254, with one for the carry of its digits. */
const SCALAR_BITS: i32 = 256

/**
 * Multiplies the point of bn254's G1 at INPUT by the scalar at FACTORS, below the group's order. False for the point at
 * infinity. MODULUS must hold bn254's prime.
 */
export function multiplyBn254(): bool {
  select(true)
  readPoint(R_TABLE)
  fillTable(R_TABLE, R_COUNT)
  recode(0, R_WINDOW, SCALAR_BITS)
  clear()
  for (let bit: usize = SCALAR_BITS; bit-- > 0; ) {
    doubleAccumulator()
    addDigit(0, bit, R_TABLE, false)
  }
  const hasCoordinates = writeAccumulator()
  select(false)
  return hasCoordinates
}

/** Divides a factor into signed odd digits below 2^(window - 1), each followed by at least window - 1 zeros. */
function recode(index: usize, window: i32, length: i32): void {
  const digits = DIGITS + index * DIGITS_SIZE
  const factor = FACTORS + index * FACTOR_SIZE
  const sign = load<u8>(SIGNS + index) ? -1 : 1
  memory.fill(digits, 0, <usize>length)
  let carry: i32 = 0
  let bit: i32 = 0
  while (bit < length) {
    if (bitsAt(factor, bit, 1) == carry) {
      bit++
      continue
    }
    const width = min(window, length - bit)
    let digit = bitsAt(factor, bit, width) + carry
    carry = (digit >> (window - 1)) & 1
    digit -= carry << window
    store<i8>(digits + bit, <i8>(sign * digit))
    bit += width
  }
}

@inline
function bitsAt(factor: usize, bit: i32, count: i32): i32 {
  return <i32>(load<u32>(factor + (bit >> 3)) >> (bit & 7)) & ((1 << count) - 1)
}

@inline
function addDigit(index: usize, bit: usize, table: usize, isAffine: bool): void {
  const digit: i32 = load<i8>(DIGITS + index * DIGITS_SIZE + bit)
  if (digit == 0) return
  const entry = table + <usize>(abs(digit) >> 1) * POINT_SIZE
  if (digit > 0) {
    addToAccumulator(entry + XY, entry, isAffine)
    return
  }
  negate(T, entry + XY, 1)
  mixed(T, entry + XY, T)
  addToAccumulator(T, entry, isAffine)
}
