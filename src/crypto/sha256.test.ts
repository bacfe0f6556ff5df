import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { doubleSha256, sha256 } from './sha256.ts'

const reference = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('SHA-256', () => {
  it('of "abc" is the published value', () => {
    expect(toHexDigits(sha256(asciiBytes('abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('is what OpenSSL computes, on both sides of the switch between libraries', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = new Uint8Array(length).fill(length)
      expect(toHexDigits(sha256(bytes))).toBe(reference(bytes))
    }
  })

  it('gives results that later calls do not change', () => {
    const first = sha256(asciiBytes('first'))
    sha256(asciiBytes('second'))
    expect(toHexDigits(first)).toBe(reference(asciiBytes('first')))
  })

  it('applied twice is what OpenSSL computes, on both sides of the switch', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = new Uint8Array(length).fill(length)
      expect(toHexDigits(doubleSha256(bytes))).toBe(reference(Buffer.from(reference(bytes), 'hex')))
    }
  })

  it('applied twice is Bitcoin’s hash', () => {
    expect(toHexDigits(doubleSha256(asciiBytes('hello')))).toBe(
      '9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50',
    )
  })
})
