import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compression, compressBlake2b } from './blake2f.ts'

/** The compression function word by word as RFC 7693 writes it. */
function plainCompression({ rounds, state, message, counter, isFinal }: Compression): Uint8Array {
  const words = (bytes: Uint8Array): bigint[] => [...new BigUint64Array(Uint8Array.from(bytes).buffer)]
  const h = words(state)
  const m = words(message)
  const t = words(counter)
  const v = [...h, ...initialization]
  v[12]! ^= t[0]!
  v[13]! ^= t[1]!
  if (isFinal) v[14]! ^= 2n ** 64n - 1n
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
    v[a] = BigInt.asUintN(64, v[a]! + v[b]! + x)
    v[d] = rotate(v[d]! ^ v[a]!, 32n)
    v[c] = BigInt.asUintN(64, v[c]! + v[d]!)
    v[b] = rotate(v[b]! ^ v[c]!, 24n)
    v[a] = BigInt.asUintN(64, v[a]! + v[b]! + y)
    v[d] = rotate(v[d]! ^ v[a]!, 16n)
    v[c] = BigInt.asUintN(64, v[c]! + v[d]!)
    v[b] = rotate(v[b]! ^ v[c]!, 63n)
  }
  for (let i = 0; i < rounds; i++) {
    const s = permutations[i % 10]!.map((index) => m[index]!)
    for (let j = 0; j < 4; j++) mix(j, 4 + j, 8 + j, 12 + j, s[2 * j]!, s[2 * j + 1]!)
    for (let j = 0; j < 4; j++) {
      mix(j, 4 + ((j + 1) % 4), 8 + ((j + 2) % 4), 12 + ((j + 3) % 4), s[8 + 2 * j]!, s[9 + 2 * j]!)
    }
  }
  return new Uint8Array(BigUint64Array.from(h, (word, i) => word ^ v[i]! ^ v[i + 8]!).buffer)
}

const rotate = (word: bigint, bits: bigint): bigint =>
  BigInt.asUintN(64, (word >> bits) | (word << (64n - bits)))

const initialization = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
]

const permutations = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const compression = (rounds: fc.Arbitrary<number>): fc.Arbitrary<Compression> =>
  fc.record({ rounds, state: bytes(64), message: bytes(128), counter: bytes(16), isFinal: fc.boolean() })

/** BLAKE2b-512 without key, built from the compression function. */
function blake2b(input: Uint8Array): Uint8Array {
  let state = new Uint8Array(BigUint64Array.from(initialization).buffer)
  state[0]! ^= 64
  state[2]! ^= 1
  state[3]! ^= 1
  const blocks = Math.max(1, Math.ceil(input.length / 128))
  for (let block = 0; block < blocks; block++) {
    const isFinal = block === blocks - 1
    const message = new Uint8Array(128)
    message.set(input.subarray(128 * block, 128 * block + 128))
    const counter = new Uint8Array(16)
    new DataView(counter.buffer).setUint32(0, isFinal ? input.length : 128 * (block + 1), true)
    state = Uint8Array.from(compressBlake2b({ rounds: 12, state, message, counter, isFinal }))
  }
  return state
}

describe('compressBlake2b', () => {
  it('gives the hash that OpenSSL gives', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (input) => {
        expect(blake2b(input)).toEqual(new Uint8Array(createHash('blake2b512').update(input).digest()))
      }),
    )
  })

  it('agrees with a plain transcription of RFC 7693 for any number of rounds', () => {
    fc.assert(
      fc.property(compression(fc.nat(60)), (input) => {
        expect(compressBlake2b(input)).toEqual(plainCompression(input))
      }),
      { numRuns: 50 },
    )
  })

  it.each([9_999, 10_000, 10_001, 20_013])('keeps its place in the schedule over %d rounds', (rounds) => {
    const [input] = fc.sample(compression(fc.constant(rounds)), 1)
    expect(compressBlake2b(input!)).toEqual(plainCompression(input!))
  })

  it('does not change its arguments', () => {
    const [input] = fc.sample(compression(fc.constant(12)), 1)
    const before = structuredClone(input!)
    compressBlake2b(input!)
    expect(input).toEqual(before)
  })
})
