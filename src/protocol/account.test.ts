import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOrDecodeError } from '../primitives/decoding.cases.ts'
import { DecodeError } from '../primitives/errors.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { mutations } from '../primitives/hostileBytes.cases.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { type Account, decodeAccount, emptyAccount, encodeAccount } from './account.ts'

const accounts = fc.record({ nonce: fc.bigInt({ min: 0n, max: 2n ** 256n }), balance: fc.bigInt() })

describe('an account in the state', () => {
  it.each([
    ['an empty account', emptyAccount, 'c28000'],
    [
      'the Bridge at the start',
      { nonce: 0n, balance: 21_000_000n * 10n ** 18n },
      'cd808b115eec47f6cf7e35000000',
    ],
    ['a balance whose first bit is set', { nonce: 1n, balance: 128n }, 'c401820080'],
    ['a negative balance', { nonce: 0n, balance: -1n }, 'c38081ff'],
  ])('%s is %o: %s', (_name, account, expected) => {
    expect(toHexDigits(encodeAccount(account))).toBe(expected)
    expect(decodeAccount(fromHex(expected))).toEqual(account)
  })

  it('decodes to the encoded value', () => {
    fc.assert(
      fc.property(accounts, (account) => {
        expect(decodeAccount(encodeAccount(account))).toEqual(account)
      }),
    )
  })

  it('decodes like the general RLP reader for any bytes', () => {
    const read = (bytes: Uint8Array): Account => {
      const reader = RlpReader.list(bytes, 'account')
      return { nonce: reader.unsigned('nonce'), balance: reader.signed('balance') }
    }
    const mutated = accounts.chain((account) => mutations(encodeAccount(account)))
    fc.assert(
      fc.property(mutated, (bytes) => {
        const decoded = valueOrDecodeError(() => decodeAccount(bytes))
        if (!(decoded instanceof DecodeError)) expect(decoded).toEqual(read(bytes))
      }),
      { numRuns: 500 },
    )
  })

  it('is rejected with state flags', () => {
    expect(() => decodeAccount(fromHex('c3800001'))).toThrow(
      new DecodeError('account', 'has state flags, which blocks never set'),
    )
  })

  it('decodes to a value or a DecodeError for any bytes', () => {
    const mutated = accounts.chain((account) => mutations(encodeAccount(account)))
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 60 })), (bytes) => {
        valueOrDecodeError(() => decodeAccount(bytes))
      }),
      { numRuns: 500 },
    )
  })
})
