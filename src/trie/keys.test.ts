import { describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { concatBytes } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { accountKey, codeKey, storageCellKey, storageRootKey, storageSubtreeStart } from './keys.ts'

const address = fromHex('cd2a3d9f938e13cd947ec05abc7fe734df8dd826')
const account = accountKey(address)
const spread = (bytes: Uint8Array): Uint8Array => keccak256(bytes).subarray(0, 10)

describe('trie keys', () => {
  it('of accounts are a zero byte, ten bytes of the hash of the address, and the address', () => {
    expect(account).toEqual(concatBytes(Uint8Array.of(0), spread(address), address))
    expect(account.length).toBe(31)
  })

  it('of the REMASC sender have twelve bytes', () => {
    expect(toHexDigits(accountKey(Uint8Array.of(0)))).toBe('00bc36789e7a1e28143646' + '00')
  })

  it('of storage root and code are one byte below the account, on different sides', () => {
    expect(storageRootKey(account)).toEqual(concatBytes(account, Uint8Array.of(0)))
    expect(codeKey(account)).toEqual(concatBytes(account, Uint8Array.of(0x80)))
    expect(storageSubtreeStart(account)).toBe(249)
  })

  it.each([
    [0n, '00'],
    [5n, '05'],
    [0x1200n, '1200'],
    [2n ** 256n - 1n, 'f'.repeat(64)],
  ])('of cell %d are the spread of its word and its digits without leading zeros', (cell, digits) => {
    const word = wordBytes(cell)
    const expected = concatBytes(account, Uint8Array.of(0), spread(word), fromHex(digits))
    expect(storageCellKey(account, word)).toEqual(expected)
  })

  it('are the same for equal bytes, and differ for keys that share a place in the cache', () => {
    expect(accountKey(address.slice())).toEqual(account)
    // Equal in the bytes that determine the place.
    const beside = address.map((byte, index) => (index === 3 ? byte ^ 1 : byte))
    expect(accountKey(beside)).toEqual(concatBytes(Uint8Array.of(0), spread(beside), beside))
    expect(accountKey(address)).toEqual(account)
    for (const owner of [account, accountKey(beside), account]) {
      for (const cell of [5n, 0x105n, 5n]) {
        const word = wordBytes(cell)
        const digits = cell === 5n ? [5] : [1, 5]
        const expected = concatBytes(owner, Uint8Array.of(0), spread(word), Uint8Array.from(digits))
        expect(storageCellKey(owner, word)).toEqual(expected)
      }
    }
  })

  it('of cells exist only for numbers of 32 bytes', () => {
    expect(() => storageCellKey(account, Uint8Array.of(1))).toThrow(RangeError)
  })
})
