// A 256-bit word in linear memory: four 64-bit limbs, low first.
//
// Functions access words limb by limb. A 16-byte load of two 8-byte stores that are still in flight defeats
// the processor's store forwarding and made small loops several times slower. SIMD serves only to reverse
// bytes on the way from and to EVM memory, which is big-endian.

@inline
export function limb0(word: u32): u64 {
  return load<u64>(word)
}
@inline
export function limb1(word: u32): u64 {
  return load<u64>(word, 8)
}
@inline
export function limb2(word: u32): u64 {
  return load<u64>(word, 16)
}
@inline
export function limb3(word: u32): u64 {
  return load<u64>(word, 24)
}

@inline
export function setWord(word: u32, l0: u64, l1: u64, l2: u64, l3: u64): void {
  store<u64>(word, l0)
  store<u64>(word, l1, 8)
  store<u64>(word, l2, 16)
  store<u64>(word, l3, 24)
}

@inline
export function setLimb(word: u32, limb: u64): void {
  setWord(word, limb, 0, 0, 0)
}

@inline
export function copyWord(to: u32, from: u32): void {
  setWord(to, limb0(from), limb1(from), limb2(from), limb3(from))
}

@inline
export function isZero(word: u32): bool {
  return (limb0(word) | limb1(word) | limb2(word) | limb3(word)) == 0
}

/** Whether the word needs more than one limb. */
@inline
export function isWide(word: u32): bool {
  return (limb1(word) | limb2(word) | limb3(word)) != 0
}

@inline
export function isNegative(word: u32): bool {
  return <i64>limb3(word) < 0
}

/** The word as a 64-bit number; u64.MAX_VALUE for a larger word. */
@inline
export function saturated(word: u32): u64 {
  return isWide(word) ? u64.MAX_VALUE : limb0(word)
}

@inline
function reversed(bytes: v128): v128 {
  return i8x16.shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}

/** Reads 32 big-endian bytes into a word. */
@inline
export function readBytes(word: u32, bytes: u32): void {
  const high = v128.load(bytes)
  const low = v128.load(bytes, 16)
  v128.store(word, reversed(low))
  v128.store(word, reversed(high), 16)
}

/** Writes a word as 32 big-endian bytes. */
@inline
export function writeBytes(bytes: u32, word: u32): void {
  const low = i64x2.replace_lane(i64x2.splat(limb0(word)), 1, limb1(word))
  const high = i64x2.replace_lane(i64x2.splat(limb2(word)), 1, limb3(word))
  v128.store(bytes, reversed(high))
  v128.store(bytes, reversed(low), 16)
}

/** Significant bits: 0 for zero. */
export function bitLength(word: u32): u32 {
  if (limb3(word)) return 256 - <u32>clz(limb3(word))
  if (limb2(word)) return 192 - <u32>clz(limb2(word))
  if (limb1(word)) return 128 - <u32>clz(limb1(word))
  return 64 - <u32>clz(limb0(word))
}
