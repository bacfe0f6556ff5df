import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { valueOrDecodeError } from '../../primitives/decoding.cases.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from '../../primitives/rlp/encode.ts'
import { arbitraryTransaction } from './arbitraryTransactions.cases.ts'
import { decodeTransaction } from './decode.ts'

/** The nine items of a signed transfer. */
const items = ['', '01', '5208', '11'.repeat(20), '', '', '65', '02', '03'].map((digits) => fromHex(digits))

const changed = (changes: Record<number, RlpValue>): Uint8Array =>
  encodeRlp(items.map((item, index) => changes[index] ?? item))

describe('decoding a transaction', () => {
  it('returns the encoded transaction', () => {
    fc.assert(
      fc.property(arbitraryTransaction, (transaction) => {
        const decoded = decodeTransaction(transaction.encoded)
        expect(decoded).toEqual(transaction)
        expect(decoded.encoded).toEqual(transaction.encoded)
        expect(decoded.hash).toEqual(transaction.hash)
      }),
    )
  })

  it('distinguishes an empty gas price from zero', () => {
    expect(decodeTransaction(changed({ 1: fromHex('') })).gasPrice).toBeNull()
    expect(decodeTransaction(changed({ 1: fromHex('00') })).gasPrice).toBe(0n)
  })

  it('encodes and hashes integers in their minimal form', () => {
    const padded = changed({ 1: fromHex('0001'), 4: fromHex('00'), 7: fromHex('000002'), 8: fromHex('0003') })
    expect(decodeTransaction(padded).encoded).toEqual(encodeRlp(items))
  })

  it('keeps leading zeros of nonce and gas limit', () => {
    const padded = changed({ 0: fromHex('0007'), 2: fromHex('00005208') })
    expect(decodeTransaction(padded).encoded).toEqual(padded)
  })

  it('reads an empty v as no signature, whatever r and s are', () => {
    const decoded = decodeTransaction(changed({ 6: fromHex('') }))
    expect(decoded.signature).toBeNull()
    expect(decoded.chainId).toBe(0)
  })
})

describe('the v of a transaction', () => {
  it.each([
    // Real v and chain id, then the byte it is encoded as again.
    [0, 28, -17, 2],
    [1, 27, -17, 1],
    [26, 28, -4, 28],
    [27, 27, 0, 27],
    [28, 28, 0, 28],
    [29, 27, -3, 29],
    [32, 28, -1, 34],
    [33, 27, -1, 33],
    [34, 28, 0, 28],
    [35, 27, 0, 27],
    [36, 28, 0, 28],
    [37, 27, 1, 37],
    [95, 27, 30, 95],
    [96, 28, 30, 96],
    [101, 27, 33, 101],
    [102, 28, 33, 102],
    [255, 27, 110, 255],
  ])('%i is %i on chain %i and encoded again as %i', (encoded, v, chainId, encodedAgain) => {
    const decoded = decodeTransaction(changed({ 6: Uint8Array.of(encoded) }))
    expect(decoded.signature?.v).toBe(v)
    expect(decoded.chainId).toBe(chainId)
    expect(toHexDigits(decoded.encoded)).toBe(toHexDigits(changed({ 6: Uint8Array.of(encodedAgain) })))
  })

  it('is one byte', () => {
    expect(() => decodeTransaction(changed({ 6: fromHex('0025') }))).toThrow(
      new DecodeError('transaction.v', 'has 2 bytes instead of 1'),
    )
  })
})

describe('undecodable transactions', () => {
  it.each([
    ['eight items', encodeRlp(items.slice(1)), 'transaction', 'has 8 items instead of 9'],
    ['ten items', encodeRlp([...items, items[0]!]), 'transaction', 'has 10 items instead of 9'],
    ['an unknown type', fromHex('05c0'), 'transaction', 'type not supported: 0x05'],
    ['a string', fromHex('80'), 'transaction', 'is an RLP string instead of a list'],
    ['a short receiver', changed({ 3: fromHex('11') }), 'transaction.to', 'has 1 bytes instead of 20'],
    [
      'a long receiver',
      changed({ 3: fromHex('11'.repeat(21)) }),
      'transaction.to',
      'has 21 bytes instead of 20',
    ],
    ['a list as data', changed({ 5: [] }), 'transaction.data', 'is an RLP list instead of a string'],
    ['a missing byte', encodeRlp(items).slice(0, -1), 'transaction', 'announces 31 bytes where 30 are left'],
    ['trailing bytes', concatBytes(encodeRlp(items), fromHex('00')), 'transaction', 'has 1 trailing bytes'],
  ])('%s', (_name, bytes, where, problem) => {
    expect(() => decodeTransaction(bytes)).toThrow(new DecodeError(where, problem))
  })

  it('return a transaction or throw a DecodeError for any change of a valid one', () => {
    const mutated = arbitraryTransaction.chain((transaction) => mutations(transaction.encoded))
    fc.assert(
      fc.property(mutated, (bytes) => {
        const decoded = valueOrDecodeError(() => decodeTransaction(bytes))
        if (decoded instanceof DecodeError) return
        expect(decoded.hash).toHaveLength(32)
        expect(decoded.sender?.length ?? 20).toBe(20)
      }),
      { numRuns: 500 },
    )
  })

  it('return a transaction or throw a DecodeError for any bytes in a list', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 10 }), (parts) => {
        valueOrDecodeError(() => decodeTransaction(encodeRlpList(parts)))
        valueOrDecodeError(() => decodeTransaction(encodeRlp(parts)))
      }),
      { numRuns: 500 },
    )
  })
})
