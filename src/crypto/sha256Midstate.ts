import { asHash, type Hash } from '../primitives/bytes.ts'

/*
 * SHA-256 that starts from, or stops at, its inner state after whole 64-byte blocks. Merged mining publishes the
 * Bitcoin coinbase as such a state and the bytes that follow. Hashing libraries cannot resume from a state.
 */

export const blockBytes = 64

/**
 * The 32-byte chaining state before any input: fractional parts of the square roots of the first 8 primes.
 */
export const initialState = Uint8Array.from(
  [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19].flatMap(
    (word) => [word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff],
  ),
)

/** Fractional parts of the cube roots of the first 64 primes. */
const roundConstants = Uint32Array.from(firstPrimes(64), (prime) => (Math.cbrt(prime) % 1) * 2 ** 32)

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return primes
}

/** State after hashing whole blocks: `blocks` has a multiple of 64 bytes. */
export function advanceState(state: Uint8Array, blocks: Uint8Array): Uint8Array {
  if (state.length !== 32 || blocks.length % blockBytes !== 0)
    throw new RangeError('a SHA-256 state has 32 bytes, and a block 64')
  const words = new Uint32Array(8)
  const stateView = new DataView(state.buffer, state.byteOffset, 32)
  for (let i = 0; i < 8; i++) words[i] = stateView.getUint32(4 * i)
  const input = new DataView(blocks.buffer, blocks.byteOffset, blocks.length)
  for (let at = 0; at < blocks.length; at += blockBytes) compress(words, input, at)
  const advanced = new Uint8Array(32)
  const target = new DataView(advanced.buffer)
  for (let i = 0; i < 8; i++) target.setUint32(4 * i, words[i]!)
  return advanced
}

/** SHA-256 of a message: `state` is the state after its first `hashedBytes` bytes, and `tail` is the rest. */
export function finishFromState(state: Uint8Array, hashedBytes: bigint, tail: Uint8Array): Hash {
  const paddedLength = Math.ceil((tail.length + 9) / blockBytes) * blockBytes
  const padded = new Uint8Array(paddedLength)
  padded.set(tail)
  padded[tail.length] = 0x80
  const bits = BigInt.asUintN(64, (hashedBytes + BigInt(tail.length)) * 8n)
  new DataView(padded.buffer).setBigUint64(paddedLength - 8, bits)
  return asHash(advanceState(state, padded))
}

const schedule = new Uint32Array(64)
const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

function compress(state: Uint32Array, input: DataView, at: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = input.getUint32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const w15 = schedule[i - 15]!
    const w2 = schedule[i - 2]!
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    schedule[i] = schedule[i - 16]! + s0 + schedule[i - 7]! + s1
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + roundConstants[i]! + schedule[i]!) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  const result = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + result[i]!
}
