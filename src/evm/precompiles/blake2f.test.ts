import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { blake2f } from './blake2f.ts'
import { outcome } from './outcome.cases.ts'

/** The input of the EIP-152 vectors: hashing "abc". */
function abc(rounds: number, finalFlag: number): Uint8Array {
  const input = new Uint8Array(213)
  const state =
    '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5' +
    'd182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b'
  new DataView(input.buffer).setUint32(0, rounds)
  input.set(fromHex(state), 4)
  input.set(fromHex('616263'), 68)
  input[196] = 3
  input[212] = finalFlag
  return input
}

describe('blake2f', () => {
  it.each([
    [
      0,
      1,
      '0x08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5' +
        'd282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b',
    ],
    [
      12,
      1,
      '0xba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
        '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    ],
    [
      12,
      0,
      '0x75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d28752' +
        '98743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735',
    ],
    [
      1,
      1,
      '0xb63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fb' +
        'a551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421',
    ],
  ])('compresses in %d rounds with final flag %d (EIP-152)', (rounds, finalFlag, expected) => {
    expect(outcome(blake2f, abc(rounds, finalFlag))).toBe(expected)
  })

  it('costs one gas for each round', () => {
    expect(blake2f.gas(abc(12, 1))).toBe(12)
    expect(blake2f.gas(abc(0xffffffff, 1))).toBe(0xffffffff)
    expect(blake2f.gas(abc(12, 9))).toBe(12)
  })

  it.each([
    ['no input', new Uint8Array(0)],
    ['212 bytes', abc(12, 1).subarray(0, 212)],
    ['214 bytes', concatBytes(abc(12, 1), Uint8Array.of(0))],
  ])('costs 0 and fails for %s', (_, input) => {
    expect(blake2f.gas(input)).toBe(0)
    expect(outcome(blake2f, input)).toBe('failure')
  })

  it('fails on a final flag that is neither 0 nor 1', () => {
    expect(outcome(blake2f, abc(12, 2))).toBe('failure')
    expect(outcome(blake2f, abc(12, 255))).toBe('failure')
  })

  it('reads an input that is a view into a longer buffer', () => {
    const memory = concatBytes(new Uint8Array(7), abc(12, 1))
    expect(blake2f.gas(memory.subarray(7))).toBe(12)
    expect(outcome(blake2f, memory.subarray(7))).toBe(outcome(blake2f, abc(12, 1)))
  })
})
