import { expect, test } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { concatBytes } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { accountKey, codeKey, storageCellKey, storageRootKey, storageSubtreeStart } from './keys.ts'

const address = fromHex('cd2a3d9f938e13cd947ec05abc7fe734df8dd826')
const account = accountKey(address)
const spread = (bytes: Uint8Array): Uint8Array => keccak256(bytes).subarray(0, 10)

test('an account lies at a zero byte, ten bytes of its hash and its address', () => {
  expect(account).toEqual(concatBytes(Uint8Array.of(0), spread(address), address))
  expect(account.length).toBe(31)
})

test('the REMASC sender has a key of twelve bytes', () => {
  expect(toHexDigits(accountKey(Uint8Array.of(0)))).toBe('00bc36789e7a1e28143646' + '00')
})

test('storage root and code lie one byte below the account, on different sides', () => {
  expect(storageRootKey(account)).toEqual(concatBytes(account, Uint8Array.of(0)))
  expect(codeKey(account)).toEqual(concatBytes(account, Uint8Array.of(0x80)))
  expect(storageSubtreeStart(account)).toBe(249)
})

test.each([
  [0n, '00'],
  [5n, '05'],
  [0x1200n, '1200'],
  [2n ** 256n - 1n, 'f'.repeat(64)],
])('cell %d lies at the spread of its word and its digits without leading zeros', (cell, digits) => {
  const word = wordBytes(cell)
  const expected = concatBytes(account, Uint8Array.of(0), spread(word), fromHex(digits))
  expect(storageCellKey(account, word)).toEqual(expected)
})

test('a cell that is not named by a word is a programming error', () => {
  expect(() => storageCellKey(account, Uint8Array.of(1))).toThrow(RangeError)
})
