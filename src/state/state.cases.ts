import { asAddress } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { accountKey, codeKey, storageCellKey, storageRootKey } from '../trie/keys.ts'
import { Trie } from '../trie/trie.ts'
import { CodeCache } from './codeCache.ts'
import { State } from './state.ts'

/* Accounts, values and readers of the trie for the tests of the state. */

export const alice = asAddress(new Uint8Array(20).fill(0xaa))
export const bob = asAddress(new Uint8Array(20).fill(0xbb))
export const cell = (last: number): Uint8Array => new Uint8Array(32).fill(last, 31)
export const bytes = (digits: string): Uint8Array => fromHex(digits)
export const before169 = { rskip169: false }
export const from169 = { rskip169: true }

export const newState = (trie = Trie.empty()): State => new State(trie, new CodeCache(100_000))

/** The keys and values of a trie in hex. */
export const contentOf = (trie: Trie): Record<string, string> =>
  Object.fromEntries([...trie.entries()].map(([key, value]) => [toHexDigits(key), toHexDigits(value)]))

export const accountEntry = (address: Uint8Array): string => toHexDigits(accountKey(address))
export const markerEntry = (address: Uint8Array): string => toHexDigits(storageRootKey(accountKey(address)))
export const codeEntry = (address: Uint8Array): string => toHexDigits(codeKey(accountKey(address)))
export const cellEntry = (address: Uint8Array, key: Uint8Array): string =>
  toHexDigits(storageCellKey(accountKey(address), key))
