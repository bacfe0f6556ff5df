// BLAKE2b's compression function F (RFC 7693, section 3.2) with a free number of rounds, over linear memory:
// `start`, then `rounds` any number of times, then `finish`. Words are little-endian.
//
// V8 checks the bounds of each access to memory unless the address is a constant, and these checks would
// double the time of a round. Therefore the order of the message words is constant, and the working words
// stay in locals for two rounds at a time.

/** The state, 64 bytes: input, and result of `finish`. */
export const STATE: u32 = 0
/** The message block, 128 bytes. */
export const MESSAGE: u32 = 64
/** The offset counter, 16 bytes. */
export const COUNTER: u32 = 192
/** Rounds after which the order of the message words repeats. `rounds` always begins with the first order. */
export const ROUNDS_IN_SCHEDULE: u32 = 10

/** The sixteen working words. */
const WORKING: u32 = 256

// Fractional parts of the square roots of the first eight primes.
const INITIALIZATION: StaticArray<u64> = [
  0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
  0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
]

/** Fills the working words from state and counter. */
export function start(isFinal: bool): void {
  for (let i: u32 = 0; i < 8; i++) {
    const at = i << 3
    store<u64>(WORKING + at, load<u64>(STATE + at))
    store<u64>(WORKING + 64 + at, unchecked(INITIALIZATION[i]))
  }
  store<u64>(WORKING, load<u64>(WORKING, 96) ^ load<u64>(COUNTER), 96)
  store<u64>(WORKING, load<u64>(WORKING, 104) ^ load<u64>(COUNTER, 8), 104)
  if (isFinal) store<u64>(WORKING, ~load<u64>(WORKING, 112), 112)
}

/**
 * Runs `count` rounds. The order of the message words is RFC 7693's, section 2.7: one hexadecimal digit per
 * word.
 */
export function rounds(count: u32): void {
  while (true) {
    if (twoRounds(0x0123456789abcdef, 0xea489fd61c02b753, count)) return
    count -= 2
    if (twoRounds(0xb8c052fdae367194, 0x7931dcbe265a40f8, count)) return
    count -= 2
    if (twoRounds(0x905724afe1bc683d, 0x2c6a0b834d75fe19, count)) return
    count -= 2
    if (twoRounds(0xc51fed4a0763928b, 0xdb7ec13950f4862a, count)) return
    count -= 2
    if (twoRounds(0x6fe9b308c2d714a5, 0xa2847615fb9e3cd0, count)) return
    count -= 2
  }
}

/** The message word that a digit of the order names; 0 is the first digit. */
@inline
function word(order: u64, place: u64): u64 {
  return load<u64>(MESSAGE + ((<u32>(order >> (60 - 4 * place)) & 15) << 3))
}

@inline
function keep(
  v0: u64,
  v1: u64,
  v2: u64,
  v3: u64,
  v4: u64,
  v5: u64,
  v6: u64,
  v7: u64,
  v8: u64,
  v9: u64,
  v10: u64,
  v11: u64,
  v12: u64,
  v13: u64,
  v14: u64,
  v15: u64,
): void {
  store<u64>(WORKING, v0, 0)
  store<u64>(WORKING, v1, 8)
  store<u64>(WORKING, v2, 16)
  store<u64>(WORKING, v3, 24)
  store<u64>(WORKING, v4, 32)
  store<u64>(WORKING, v5, 40)
  store<u64>(WORKING, v6, 48)
  store<u64>(WORKING, v7, 56)
  store<u64>(WORKING, v8, 64)
  store<u64>(WORKING, v9, 72)
  store<u64>(WORKING, v10, 80)
  store<u64>(WORKING, v11, 88)
  store<u64>(WORKING, v12, 96)
  store<u64>(WORKING, v13, 104)
  store<u64>(WORKING, v14, 112)
  store<u64>(WORKING, v15, 120)
}

/**
 * Runs two rounds, or fewer when `count` is smaller, and returns whether `count` rounds are done. The eight
 * applications of the mixing function G (section 3.1) in a round are written out: the columns, then the
 * diagonals.
 */
@inline
function twoRounds(first: u64, second: u64, count: u32): bool {
  if (count == 0) return true
  let v0 = load<u64>(WORKING, 0)
  let v1 = load<u64>(WORKING, 8)
  let v2 = load<u64>(WORKING, 16)
  let v3 = load<u64>(WORKING, 24)
  let v4 = load<u64>(WORKING, 32)
  let v5 = load<u64>(WORKING, 40)
  let v6 = load<u64>(WORKING, 48)
  let v7 = load<u64>(WORKING, 56)
  let v8 = load<u64>(WORKING, 64)
  let v9 = load<u64>(WORKING, 72)
  let v10 = load<u64>(WORKING, 80)
  let v11 = load<u64>(WORKING, 88)
  let v12 = load<u64>(WORKING, 96)
  let v13 = load<u64>(WORKING, 104)
  let v14 = load<u64>(WORKING, 112)
  let v15 = load<u64>(WORKING, 120)

  v0 = v0 + word(first, 0) + v4
  v12 = rotr(v12 ^ v0, 32)
  v8 += v12
  v4 = rotr(v4 ^ v8, 24)
  v0 = v0 + word(first, 1) + v4
  v12 = rotr(v12 ^ v0, 16)
  v8 += v12
  v4 = rotr(v4 ^ v8, 63)

  v1 = v1 + word(first, 2) + v5
  v13 = rotr(v13 ^ v1, 32)
  v9 += v13
  v5 = rotr(v5 ^ v9, 24)
  v1 = v1 + word(first, 3) + v5
  v13 = rotr(v13 ^ v1, 16)
  v9 += v13
  v5 = rotr(v5 ^ v9, 63)

  v2 = v2 + word(first, 4) + v6
  v14 = rotr(v14 ^ v2, 32)
  v10 += v14
  v6 = rotr(v6 ^ v10, 24)
  v2 = v2 + word(first, 5) + v6
  v14 = rotr(v14 ^ v2, 16)
  v10 += v14
  v6 = rotr(v6 ^ v10, 63)

  v3 = v3 + word(first, 6) + v7
  v15 = rotr(v15 ^ v3, 32)
  v11 += v15
  v7 = rotr(v7 ^ v11, 24)
  v3 = v3 + word(first, 7) + v7
  v15 = rotr(v15 ^ v3, 16)
  v11 += v15
  v7 = rotr(v7 ^ v11, 63)

  v0 = v0 + word(first, 8) + v5
  v15 = rotr(v15 ^ v0, 32)
  v10 += v15
  v5 = rotr(v5 ^ v10, 24)
  v0 = v0 + word(first, 9) + v5
  v15 = rotr(v15 ^ v0, 16)
  v10 += v15
  v5 = rotr(v5 ^ v10, 63)

  v1 = v1 + word(first, 10) + v6
  v12 = rotr(v12 ^ v1, 32)
  v11 += v12
  v6 = rotr(v6 ^ v11, 24)
  v1 = v1 + word(first, 11) + v6
  v12 = rotr(v12 ^ v1, 16)
  v11 += v12
  v6 = rotr(v6 ^ v11, 63)

  v2 = v2 + word(first, 12) + v7
  v13 = rotr(v13 ^ v2, 32)
  v8 += v13
  v7 = rotr(v7 ^ v8, 24)
  v2 = v2 + word(first, 13) + v7
  v13 = rotr(v13 ^ v2, 16)
  v8 += v13
  v7 = rotr(v7 ^ v8, 63)

  v3 = v3 + word(first, 14) + v4
  v14 = rotr(v14 ^ v3, 32)
  v9 += v14
  v4 = rotr(v4 ^ v9, 24)
  v3 = v3 + word(first, 15) + v4
  v14 = rotr(v14 ^ v3, 16)
  v9 += v14
  v4 = rotr(v4 ^ v9, 63)

  if (count == 1) {
    keep(v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15)
    return true
  }

  v0 = v0 + word(second, 0) + v4
  v12 = rotr(v12 ^ v0, 32)
  v8 += v12
  v4 = rotr(v4 ^ v8, 24)
  v0 = v0 + word(second, 1) + v4
  v12 = rotr(v12 ^ v0, 16)
  v8 += v12
  v4 = rotr(v4 ^ v8, 63)

  v1 = v1 + word(second, 2) + v5
  v13 = rotr(v13 ^ v1, 32)
  v9 += v13
  v5 = rotr(v5 ^ v9, 24)
  v1 = v1 + word(second, 3) + v5
  v13 = rotr(v13 ^ v1, 16)
  v9 += v13
  v5 = rotr(v5 ^ v9, 63)

  v2 = v2 + word(second, 4) + v6
  v14 = rotr(v14 ^ v2, 32)
  v10 += v14
  v6 = rotr(v6 ^ v10, 24)
  v2 = v2 + word(second, 5) + v6
  v14 = rotr(v14 ^ v2, 16)
  v10 += v14
  v6 = rotr(v6 ^ v10, 63)

  v3 = v3 + word(second, 6) + v7
  v15 = rotr(v15 ^ v3, 32)
  v11 += v15
  v7 = rotr(v7 ^ v11, 24)
  v3 = v3 + word(second, 7) + v7
  v15 = rotr(v15 ^ v3, 16)
  v11 += v15
  v7 = rotr(v7 ^ v11, 63)

  v0 = v0 + word(second, 8) + v5
  v15 = rotr(v15 ^ v0, 32)
  v10 += v15
  v5 = rotr(v5 ^ v10, 24)
  v0 = v0 + word(second, 9) + v5
  v15 = rotr(v15 ^ v0, 16)
  v10 += v15
  v5 = rotr(v5 ^ v10, 63)

  v1 = v1 + word(second, 10) + v6
  v12 = rotr(v12 ^ v1, 32)
  v11 += v12
  v6 = rotr(v6 ^ v11, 24)
  v1 = v1 + word(second, 11) + v6
  v12 = rotr(v12 ^ v1, 16)
  v11 += v12
  v6 = rotr(v6 ^ v11, 63)

  v2 = v2 + word(second, 12) + v7
  v13 = rotr(v13 ^ v2, 32)
  v8 += v13
  v7 = rotr(v7 ^ v8, 24)
  v2 = v2 + word(second, 13) + v7
  v13 = rotr(v13 ^ v2, 16)
  v8 += v13
  v7 = rotr(v7 ^ v8, 63)

  v3 = v3 + word(second, 14) + v4
  v14 = rotr(v14 ^ v3, 32)
  v9 += v14
  v4 = rotr(v4 ^ v9, 24)
  v3 = v3 + word(second, 15) + v4
  v14 = rotr(v14 ^ v3, 16)
  v9 += v14
  v4 = rotr(v4 ^ v9, 63)

  keep(v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15)
  return count == 2
}

/** Leaves the next state at STATE. */
export function finish(): void {
  for (let at: u32 = 0; at < 64; at += 8) {
    const mixed = load<u64>(WORKING + at) ^ load<u64>(WORKING + 64 + at)
    store<u64>(STATE + at, load<u64>(STATE + at) ^ mixed)
  }
}
