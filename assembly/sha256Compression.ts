// The compression function of SHA-256 (FIPS 180-4, 6.2.2). States are eight words in the order of the machine.

const ROUND_CONSTANTS: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

/** The state before any input. */
export const INITIAL: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])

/** The words of a block, expanded. */
const SCHEDULE: usize = memory.data(256, 16)

/** T1 of FIPS 180-4, from e, f, g, h and the words of the round. */
@inline
function t1(e: u32, f: u32, g: u32, h: u32, at: usize): u32 {
  const s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
  return h + s1 + (g ^ (e & (f ^ g))) + load<u32>(ROUND_CONSTANTS + at) + load<u32>(SCHEDULE + at)
}

/** T2 of FIPS 180-4, from a, b and c. */
@inline
function t2(a: u32, b: u32, c: u32): u32 {
  return (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) | (c & (a | b)))
}

/** The state after one more block of 64 bytes. */
export function compress(target: usize, state: usize, block: usize): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(SCHEDULE + i, bswap(load<u32>(block + i)))
  for (let i: usize = SCHEDULE + 64; i < SCHEDULE + 256; i += 4) {
    const w15 = load<u32>(i - 60)
    const w2 = load<u32>(i - 8)
    const s0 = rotr(w15, 7) ^ rotr(w15, 18) ^ (w15 >> 3)
    const s1 = rotr(w2, 17) ^ rotr(w2, 19) ^ (w2 >> 10)
    store<u32>(i, load<u32>(i - 64) + s0 + load<u32>(i - 28) + s1)
  }
  let a = load<u32>(state)
  let b = load<u32>(state, 4)
  let c = load<u32>(state, 8)
  let d = load<u32>(state, 12)
  let e = load<u32>(state, 16)
  let f = load<u32>(state, 20)
  let g = load<u32>(state, 24)
  let h = load<u32>(state, 28)
  // Each round rotates the words by one place, so after eight rounds they are in their original places.
  for (let i: usize = 0; i < 256; i += 32) {
    h = t1(e, f, g, h, i)
    d += h
    h += t2(a, b, c)
    g = t1(d, e, f, g, i + 4)
    c += g
    g += t2(h, a, b)
    f = t1(c, d, e, f, i + 8)
    b += f
    f += t2(g, h, a)
    e = t1(b, c, d, e, i + 12)
    a += e
    e += t2(f, g, h)
    d = t1(a, b, c, d, i + 16)
    h += d
    d += t2(e, f, g)
    c = t1(h, a, b, c, i + 20)
    g += c
    c += t2(d, e, f)
    b = t1(g, h, a, b, i + 24)
    f += b
    b += t2(c, d, e)
    a = t1(f, g, h, a, i + 28)
    e += a
    a += t2(b, c, d)
  }
  store<u32>(target, load<u32>(state) + a)
  store<u32>(target, load<u32>(state, 4) + b, 4)
  store<u32>(target, load<u32>(state, 8) + c, 8)
  store<u32>(target, load<u32>(state, 12) + d, 12)
  store<u32>(target, load<u32>(state, 16) + e, 16)
  store<u32>(target, load<u32>(state, 20) + f, 20)
  store<u32>(target, load<u32>(state, 24) + g, 24)
  store<u32>(target, load<u32>(state, 28) + h, 28)
}
