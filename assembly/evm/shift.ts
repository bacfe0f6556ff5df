// Shifts and the instructions that address bytes of a word.
import { isWide, limb0, limb1, limb2, limb3, setLimb, setWord } from './word'

/** The shift distance in `word`, at most 256: every larger distance shifts all bits out too. */
@inline
export function shiftDistance(word: u32): u32 {
  return isWide(word) || limb0(word) > 255 ? 256 : <u32>limb0(word)
}

export function shiftLeft(result: u32, a: u32, distance: u32): void {
  if (distance > 255) {
    setLimb(result, 0)
    return
  }
  let r0 = limb0(a)
  let r1 = limb1(a)
  let r2 = limb2(a)
  let r3 = limb3(a)
  if (distance & 128) {
    r3 = r1
    r2 = r0
    r1 = 0
    r0 = 0
  }
  if (distance & 64) {
    r3 = r2
    r2 = r1
    r1 = r0
    r0 = 0
  }
  const bits = <u64>(distance & 63)
  if (bits) {
    const rest = 64 - bits
    r3 = (r3 << bits) | (r2 >> rest)
    r2 = (r2 << bits) | (r1 >> rest)
    r1 = (r1 << bits) | (r0 >> rest)
    r0 <<= bits
  }
  setWord(result, r0, r1, r2, r3)
}

/** Shifts right and fills with `sign`, all zeros or all ones. */
@inline
function shiftRightFilling(result: u32, a: u32, distance: u32, sign: u64): void {
  if (distance > 255) {
    setWord(result, sign, sign, sign, sign)
    return
  }
  let r0 = limb0(a)
  let r1 = limb1(a)
  let r2 = limb2(a)
  let r3 = limb3(a)
  if (distance & 128) {
    r0 = r2
    r1 = r3
    r2 = sign
    r3 = sign
  }
  if (distance & 64) {
    r0 = r1
    r1 = r2
    r2 = r3
    r3 = sign
  }
  const bits = <u64>(distance & 63)
  if (bits) {
    const rest = 64 - bits
    r0 = (r0 >> bits) | (r1 << rest)
    r1 = (r1 >> bits) | (r2 << rest)
    r2 = (r2 >> bits) | (r3 << rest)
    r3 = (r3 >> bits) | (sign << rest)
  }
  setWord(result, r0, r1, r2, r3)
}

export function shiftRight(result: u32, a: u32, distance: u32): void {
  shiftRightFilling(result, a, distance, 0)
}

export function shiftRightSigned(result: u32, a: u32, distance: u32): void {
  shiftRightFilling(result, a, distance, <u64>(<i64>limb3(a) >> 63))
}

/**
 * Repeats the sign of byte `index` (0 is the lowest) upwards; an index of 31 or more leaves the word
 * unchanged.
 */
export function signExtend(result: u32, index: u32, a: u32): void {
  const a0 = limb0(a)
  const a1 = limb1(a)
  const a2 = limb2(a)
  const a3 = limb3(a)
  if (isWide(index) || limb0(index) > 30) {
    setWord(result, a0, a1, a2, a3)
    return
  }
  const byte = <u32>limb0(index)
  const limb = byte >> 3
  const unused = <i64>(56 - ((byte & 7) << 3))
  const top = limb == 0 ? a0 : limb == 1 ? a1 : limb == 2 ? a2 : a3
  const extended = <u64>(<i64>(top << (<u64>unused)) >> unused)
  const sign = <u64>(<i64>extended >> 63)
  setWord(
    result,
    limb == 0 ? extended : a0,
    limb == 0 ? sign : limb == 1 ? extended : a1,
    limb < 2 ? sign : limb == 2 ? extended : a2,
    limb < 3 ? sign : extended,
  )
}

/** Byte `index` of the word, 0 being the highest. */
export function byteAt(result: u32, index: u32, a: u32): void {
  const byte = isWide(index) || limb0(index) > 31 ? 0 : <u64>load<u8>(a + 31 - <u32>limb0(index))
  setLimb(result, byte)
}
