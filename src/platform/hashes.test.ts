import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as node from './hashes.ts'
import * as page from './hashes.web.ts'

const asciiBytes = (ascii: string): Uint8Array => Buffer.from(ascii, 'latin1')
const toHexDigits = (content: Uint8Array): string => Buffer.from(content).toString('hex')

const text = fc.string({ maxLength: 40 })
const bytes = fc.uint8Array({ maxLength: 300 })

describe.each([
  ['Node', node],
  ['a page', page],
])('hashes of %s', (_, hashes) => {
  it.each([
    ['', '9c1185a5c5e9fc54612808977ee8f548b2258d31'],
    ['abc', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
  ])('RIPEMD-160 of %j is the published value', (content, expected) => {
    expect(toHexDigits(hashes.ripemd160(asciiBytes(content)))).toBe(expected)
  })

  it('have the published values of SHA-1, SHA-256 and HMAC (RFC 4231, case 2)', () => {
    const abc = asciiBytes('abc')
    expect(toHexDigits(hashes.sha1(abc))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
    expect(toHexDigits(hashes.longSha256(abc))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    const [key, data] = [asciiBytes('Jefe'), asciiBytes('what do ya want for nothing?')]
    expect(toHexDigits(hashes.hmacSha256(key, data))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
    expect(toHexDigits(hashes.hmacSha512(key, data)).slice(0, 32)).toBe('164b7a7bfcf819e2e395fbe73b56e0a3')
  })

  it('stretch a mnemonic to the published seed (BIP39)', () => {
    const words = `${'abandon '.repeat(11)}about`
    expect(toHexDigits(hashes.stretchWithSha512(words, 'mnemonicTREZOR', 2048, 64))).toBe(
      'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
    )
  })

  it('do not change earlier results', () => {
    fc.assert(
      fc.property(fc.array(bytes), (inputs) => {
        expect(inputs.map(hashes.ripemd160)).toEqual(inputs.map((input) => nobleRipemd160(input)))
      }),
    )
  })
})

it('both sides compute the same', () => {
  fc.assert(
    fc.property(bytes, bytes, text, (key, data, salt) => {
      expect(toHexDigits(page.longSha256(data))).toBe(toHexDigits(node.longSha256(data)))
      expect(toHexDigits(page.sha1(data))).toBe(toHexDigits(node.sha1(data)))
      expect(toHexDigits(page.ripemd160(data))).toBe(toHexDigits(node.ripemd160(data)))
      expect(toHexDigits(page.hmacSha256(key, data))).toBe(toHexDigits(node.hmacSha256(key, data)))
      expect(toHexDigits(page.hmacSha512(key, data))).toBe(toHexDigits(node.hmacSha512(key, data)))
      expect(toHexDigits(page.stretchWithSha512('words', salt, 2, 64))).toBe(
        toHexDigits(node.stretchWithSha512('words', salt, 2, 64)),
      )
    }),
    { numRuns: 30 },
  )
})
