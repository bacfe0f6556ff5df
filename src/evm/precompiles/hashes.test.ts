import { createHash } from 'node:crypto'
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leftPad } from '../../primitives/bytes.ts'
import { identity, ripemd160, sha256 } from './hashes.ts'
import { anyCall } from './outcome.cases.ts'

const anyInput = fc.uint8Array({ maxLength: 300 })

describe.each([
  [sha256, 60, 12],
  [ripemd160, 600, 120],
  [identity, 15, 3],
])('the gas of $name', (precompile, base, perWord) => {
  it.each([
    [0, 0],
    [1, 1],
    [32, 1],
    [33, 2],
    [320, 10],
    [321, 11],
  ])('of %d bytes counts %d words', (length, words) => {
    expect(precompile.gas(new Uint8Array(length))).toBe(base + perWord * words)
  })
})

describe('the hash precompiles', () => {
  it('compute sha256 as OpenSSL does', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const expected = new Uint8Array(createHash('sha256').update(input).digest())
        expect(sha256.run(input, anyCall)).toEqual(expected)
      }),
    )
  })

  it('return ripemd160 in the low bytes of a word', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(ripemd160.run(input, anyCall)).toEqual(leftPad(nobleRipemd160(input), 32))
      }),
    )
  })

  it('return a copy from identity, which later changes of the input do not affect', () => {
    const input = Uint8Array.of(1, 2, 3)
    const output = identity.run(input, anyCall)
    input.fill(0)
    expect(output).toEqual(Uint8Array.of(1, 2, 3))
  })
})
