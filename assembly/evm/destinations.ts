// Jump maps: which bytes of code are jump destinations, and where their blocks are decoded. Memory for addresses is taken
// only for the parts of the code that run.
import { EMPTY_PAGE, LINE_DESTINATIONS, LINE_PAGE, LINE_SIZE } from '../../src/evm/layout'
import { JUMPDEST, PUSH1 } from './operations'

/** The line of a jump map for the byte at `pc`. */
@inline
export function lineOf(map: u32, pc: u32): u32 {
  return map + (pc >> 6) * LINE_SIZE
}

/** Whether the byte at `pc` is a JUMPDEST outside the data of a PUSH. */
@inline
export function isDestination(map: u32, pc: u32): bool {
  return ((load<u64>(lineOf(map, pc), LINE_DESTINATIONS) >> (pc & 63)) & 1) != 0
}

/** The block of a jump destination, or 0 if it is not decoded. */
@inline
export function blockAt(map: u32, pc: u32): u32 {
  return load<u32>(load<u32>(lineOf(map, pc), LINE_PAGE) + ((pc & 63) << 2))
}

/** Each position of a group of 16 bytes. */
const POSITIONS = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
/** The positions with this bit. */
const ODD = i8x16(0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1)
const BIT_1 = i8x16(0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1)
const BIT_2 = i8x16(0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1)
const BIT_3 = i8x16(0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1)
/** For a position its bit in the lower or upper half of a mask of 16 bits. */
const LOWER_BITS = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0)
const UPPER_BITS = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128)

/** Where the instruction at each position ends: the position of the next one, which may be behind the group. */
@inline
function nextPositions(bytes: v128): v128 {
  const isPush = i8x16.eq(v128.and(bytes, i8x16.splat(<i8>0xe0)), i8x16.splat(<i8>PUSH1))
  const pushed = v128.and(i8x16.add(v128.and(bytes, i8x16.splat(0x1f)), i8x16.splat(1)), isPush)
  return i8x16.add(i8x16.add(POSITIONS, i8x16.splat(1)), pushed)
}

/**
 * Follows `steps` from each of the `positions`; a position behind the group stays. A step leads forward, and a lookup behind
 * the group gives 0, so the maximum chooses.
 */
@inline
function follow(positions: v128, steps: v128): v128 {
  return i8x16.max_u(positions, i8x16.swizzle(steps, positions))
}

@inline
function followWhere(positions: v128, steps: v128, where: v128): v128 {
  return i8x16.max_u(positions, v128.and(i8x16.swizzle(steps, positions), where))
}

/** The mask with the bits of distinct positions. */
@inline
function maskOf(positions: v128): u32 {
  const lower = i16x8.extadd_pairwise_i8x16_u(i8x16.swizzle(LOWER_BITS, positions))
  const upper = i16x8.extadd_pairwise_i8x16_u(i8x16.swizzle(UPPER_BITS, positions))
  const bits = v128.or(lower, i16x8.shl(upper, 8))
  let mask = i64x2.extract_lane(bits, 0) | i64x2.extract_lane(bits, 1)
  mask |= mask >> 32
  return <u32>(mask | (mask >> 16)) & 0xffff
}

/**
 * Makes the jump map of code, without decoded blocks. Zeros follow the code up to the next multiple of 64.
 *
 * Where an instruction starts depends on all before it. In groups of 16 bytes that chain is one lookup a group: the steps of
 * all positions are doubled four times, which gives for each position the end of the last instruction that is reached from
 * it. So the time does not depend on the code.
 */
export function findDestinations(code: u32, length: u32, start: u32, map: u32): void {
  for (let line = map; line < lineOf(map, length + 63); line += LINE_SIZE) {
    store<u64>(line, 0, LINE_DESTINATIONS)
    store<u32>(line, EMPTY_PAGE, LINE_PAGE)
  }
  /** The position in the group of its first instruction. */
  let entry = start & 15
  for (let first = start & ~15; first < length; first += 16) {
    const bytes = v128.load(code + first)
    const one = nextPositions(bytes)
    const two = follow(one, one)
    const four = follow(two, two)
    const eight = follow(four, four)
    const all = follow(eight, eight)

    // The n-th lane becomes the position of the n-th instruction.
    const entries = i8x16.splat(<i8>entry)
    let starts = followWhere(entries, one, ODD)
    starts = followWhere(starts, two, BIT_1)
    starts = followWhere(starts, four, BIT_2)
    starts = followWhere(starts, eight, BIT_3)
    const candidates = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>JUMPDEST)))
    const group = lineOf(map, first) + ((first & 63) >> 3)
    store<u16>(group, <u16>(maskOf(starts) & candidates), LINE_DESTINATIONS)
    entry = <u32>i8x16.extract_lane_u(follow(entries, all), 0) - 16
  }
}
