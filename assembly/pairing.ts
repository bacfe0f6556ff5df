// The optimal ate pairing of bn254 ("alt_bn128"): Vercauteren, "Optimal pairings", 2010. Its parameter is
// u = 4965661367192848881. Numbers at INPUT have 32 bytes, lowest first, below the prime.
import {
  DODECIC_SIZE,
  multiply,
  multiplyByLine,
  prepareTwists,
  setOne,
  square as squareDodecic,
} from './bn254/dodecic'
import { isOneAfterExponentiation } from './bn254/exponentiation'
import { ELEMENT_SIZE } from './bn254/limbs'
import { multiplyParts } from './bn254/products'
import { negate, readElement } from './bn254/quadratic'
import {
  AFFINE_SIZE,
  addAffine,
  double,
  frobeniusPoint,
  isOnTwist,
  isOpposite,
  LINE_CONSTANT,
  LINE_X,
  LINE_Y,
  makeProjective,
  PROJECTIVE_SIZE,
  prepareTwist,
  ROOT,
  X,
  Y,
} from './bn254/twistPoint'

/** x and y of a point of G1; then of one of G2, each with its real part first. */
export const INPUT: usize = 0
const INPUT_G2: usize = 64

/** Maximum pairs of one Miller loop, which share its squares. */
export const MAXIMUM_PAIRS: usize = 64
/** A pair: x and y of the point of G1, each in both lanes; the affine point of G2; its multiple. */
const PAIRS: usize = 256
const G2: usize = 2 * ELEMENT_SIZE
const MULTIPLE: usize = G2 + AFFINE_SIZE
const PAIR_SIZE: usize = MULTIPLE + PROJECTIVE_SIZE

/** The signed digits 1 and -1 of 6u + 2 below its highest, 2^64. */
const LOOP_PLUS: u64 = 0xa002004200804028
const LOOP_MINUS: u64 = 0x2889008420a0480

const PRODUCT: usize = memory.data(<i32>DODECIC_SIZE, 16)
const MILLER: usize = memory.data(<i32>DODECIC_SIZE, 16)
/** The point of G2 that is checked, and its multiple. */
const CHECKED: usize = memory.data(<i32>AFFINE_SIZE, 16)
const CHECKED_MULTIPLE: usize = memory.data(<i32>PROJECTIVE_SIZE, 16)
const IMAGE: usize = memory.data(<i32>AFFINE_SIZE, 16)
const NEGATED: usize = memory.data(<i32>ELEMENT_SIZE, 16)

/** Computes the constants. */
export function prepare(): void {
  prepareTwist()
  prepareTwists(ROOT)
}

function readG2(point: usize): void {
  readElement(point + X, INPUT_G2, INPUT_G2 + 32)
  readElement(point + Y, INPUT_G2 + 64, INPUT_G2 + 96)
}

/**
 * Whether the point of G2 at INPUT lies on the twist and in its subgroup of order r. A point Q of the twist is in the
 * subgroup if [6u + 2]Q + π(Q) - π²(Q) + π³(Q) = 0: π² - tπ + p = 0 makes of this polynomial of π a norm n with nQ = 0, and
 * the greatest common divisor of n and the order of the twist is r. No step of a member adds equal or opposite points.
 */
export function isInG2(): bool {
  readG2(CHECKED)
  if (!isOnTwist(CHECKED)) return false
  makeProjective(CHECKED_MULTIPLE, CHECKED)
  for (let bit: u64 = 64; bit-- > 0; ) {
    double(CHECKED_MULTIPLE)
    const digit = digitAt(bit)
    if (digit != 0) addPoint(CHECKED_MULTIPLE, CHECKED, digit < 0)
  }
  addFrobenius(CHECKED_MULTIPLE, CHECKED, false)
  addFrobenius(CHECKED_MULTIPLE, IMAGE, true)
  frobeniusPoint(IMAGE, IMAGE)
  return isOpposite(CHECKED_MULTIPLE, IMAGE)
}

@inline
function digitAt(bit: u64): i32 {
  return <i32>((LOOP_PLUS >> bit) & 1) - <i32>((LOOP_MINUS >> bit) & 1)
}

/** Adds a point or its opposite. */
function addPoint(multiple: usize, point: usize, isNegative: bool): void {
  if (isNegative) negate(NEGATED, point + Y)
  addAffine(multiple, point + X, isNegative ? NEGATED : point + Y)
}

/** Adds the image of a point under Frobenius' map or its opposite; IMAGE holds the image. */
function addFrobenius(multiple: usize, point: usize, isNegative: bool): void {
  frobeniusPoint(IMAGE, point)
  addPoint(multiple, IMAGE, isNegative)
}

/** Begins a product of pairings. */
export function begin(): void {
  setOne(PRODUCT)
}

/** Reads the pair at INPUT: members of G1 and G2, neither at infinity. */
export function setPair(index: usize): void {
  const pair = PAIRS + index * PAIR_SIZE
  readElement(pair, INPUT, INPUT)
  readElement(pair + ELEMENT_SIZE, INPUT + 32, INPUT + 32)
  readG2(pair + G2)
  makeProjective(pair + MULTIPLE, pair + G2)
}

/** Multiplies the product with the Miller loop of the first pairs. */
export function multiplyPairs(count: usize): void {
  const end = PAIRS + count * PAIR_SIZE
  setOne(MILLER)
  for (let bit: u64 = 64; bit-- > 0; ) {
    squareDodecic(MILLER, MILLER)
    const digit = digitAt(bit)
    for (let pair = PAIRS; pair < end; pair += PAIR_SIZE) {
      double(pair + MULTIPLE)
      multiplyByLastLine(pair)
      if (digit == 0) continue
      addPoint(pair + MULTIPLE, pair + G2, digit < 0)
      multiplyByLastLine(pair)
    }
  }
  for (let pair = PAIRS; pair < end; pair += PAIR_SIZE) {
    addFrobenius(pair + MULTIPLE, pair + G2, false)
    multiplyByLastLine(pair)
    addFrobenius(pair + MULTIPLE, IMAGE, true)
    multiplyByLastLine(pair)
  }
  multiply(PRODUCT, PRODUCT, MILLER)
}

function multiplyByLastLine(pair: usize): void {
  multiplyParts(LINE_X, LINE_X, pair)
  multiplyParts(LINE_Y, LINE_Y, pair + ELEMENT_SIZE)
  multiplyByLine(MILLER, LINE_Y, LINE_X, LINE_CONSTANT)
}

/** Whether the product, after the final exponentiation, is one. */
export function isProductOne(): bool {
  return isOneAfterExponentiation(PRODUCT)
}
