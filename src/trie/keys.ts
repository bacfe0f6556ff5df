import { keccak256View } from '../crypto/keccak256.ts'
import { concatBytes, leftPad } from '../primitives/bytes.ts'

/*
 * The keys of the state in the Unitrie (RSKIP107). All entries of an account are below its key:
 *
 *   account        00 ‖ spread(address) ‖ address
 *   storage root   account ‖ 00                       value 01, present for contracts
 *   storage cell   account ‖ 00 ‖ spread(cell) ‖ cell without leading zeros, at least one byte
 *   code           account ‖ 80
 *
 * `spread` is the first ten bytes of Keccak-256. It keeps the trie balanced for any choice of addresses.
 */

declare const brand: unique symbol
/** The trie key of an account, as distinct from its address. */
export type AccountKey = Uint8Array & { readonly [brand]: 'account-key' }

const spreadLength = 10
const domainPrefix = 0x00
const storagePrefix = 0x00
const codePrefix = 0x80

/** The value at the storage root of every contract. */
export const storageRootMarker = Uint8Array.of(0x01)

/**
 * A cache of recently made keys, each at a place derived from its last bytes: most blocks and calls use the same accounts
 * and the same first cells, and making a key takes a Keccak hash. A new key displaces the one at its place.
 */
const places = 1024
const accountKeys: (AccountKey | undefined)[] = new Array(places).fill(undefined)
const cellKeys: (Uint8Array | undefined)[] = new Array(places).fill(undefined)
/** The keys of the accounts that the keys of cells extend. */
const cellAccounts: (AccountKey | undefined)[] = new Array(places).fill(undefined)

/** The key of an account. The address has 20 bytes, or one byte for the sender of REMASC transactions. */
export function accountKey(address: Uint8Array): AccountKey {
  const last = address.length - 1
  const place = ((address[last]! << 2) ^ address[last >> 1]!) & (places - 1)
  const known = accountKeys[place]
  if (known !== undefined && endsWith(known, 1 + spreadLength, address, 0)) return known
  const made = newAccountKey(address)
  accountKeys[place] = made
  return made
}

function newAccountKey(address: Uint8Array): AccountKey {
  const key = new Uint8Array(1 + spreadLength + address.length)
  key[0] = domainPrefix
  writeSpread(key, 1, address)
  key.set(address, 1 + spreadLength)
  return key as AccountKey
}

const addressLength = 20
const accountKeyLength = 1 + spreadLength + addressLength

/** The address in a key of an account or below one; undefined for other keys. */
export const addressIn = (key: Uint8Array): Uint8Array | undefined =>
  key.length < accountKeyLength ? undefined : key.subarray(1 + spreadLength, accountKeyLength)

export const isCodeKey = (key: Uint8Array): boolean =>
  key.length === accountKeyLength + 1 && key[accountKeyLength] === codePrefix

/** Whether a key is that of a storage cell. */
export const isCellKey = (key: Uint8Array): boolean => key.length > accountKeyLength + 1

export const storageRootKey = (account: AccountKey): Uint8Array => extended(account, storagePrefix)

export const codeKey = (account: AccountKey): Uint8Array => extended(account, codePrefix)

/** The key of the storage cell with this 32-byte number. */
export function storageCellKey(account: AccountKey, cell: Uint8Array): Uint8Array {
  if (cell.length !== 32)
    throw new RangeError(`the number of a storage cell has 32 bytes, not ${cell.length}`)
  // Elements of mappings and arrays have hashes as numbers, which rarely repeat, so they are not cached.
  if (cell[0] !== 0) return newStorageCellKey(account, cell, 0)
  let zeros = 0
  while (zeros < 31 && cell[zeros] === 0) zeros++
  const place = ((cell[31]! << 2) ^ account[account.length - 1]!) & (places - 1)
  const known = cellKeys[place]
  const cellAt = account.length + 1 + spreadLength
  if (known !== undefined && cellAccounts[place] === account && endsWith(known, cellAt, cell, zeros))
    return known
  const made = newStorageCellKey(account, cell, zeros)
  cellKeys[place] = made
  cellAccounts[place] = account
  return made
}

/** Without the first `zeros` bytes of the number. */
function newStorageCellKey(account: AccountKey, cell: Uint8Array, zeros: number): Uint8Array {
  const spreadAt = account.length + 1
  const key = new Uint8Array(spreadAt + spreadLength + 32 - zeros)
  key.set(account)
  key[account.length] = storagePrefix
  writeSpread(key, spreadAt, cell)
  for (let i = zeros, at = spreadAt + spreadLength; i < 32; i++, at++) key[at] = cell[i]!
  return key
}

/** The first key of the storage cells of an account whose numbers have a hash of at least `hash`. */
export const storageRangeStart = (account: AccountKey, hash: Uint8Array): Uint8Array =>
  concatBytes(account, Uint8Array.of(storagePrefix), hash.subarray(0, spreadLength))

/** The first key of the accounts whose addresses have a hash of at least `hash`. */
export const accountRangeStart = (hash: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(domainPrefix), hash.subarray(0, spreadLength))

/** Whether a key is that of an account, not of an entry below one. */
export const isAccountKey = (key: Uint8Array): key is AccountKey => key.length === accountKeyLength

/** A key after all entries of an account, and before the next account. */
export const behindAccount = (account: AccountKey): Uint8Array => concatBytes(account, Uint8Array.of(0xff))

/** The 32-byte number of the storage cell with this key. */
export const storageCellOf = (account: AccountKey, key: Uint8Array): Uint8Array =>
  leftPad(key.subarray(account.length + 1 + spreadLength), 32)

/**
 * The bit at which the storage subtree of an account starts in the keys of its cells. The account's node is at the
 * account key, and one bit selects its left child, which holds storage (the right one holds code).
 */
export const storageSubtreeStart = (account: AccountKey): number => 8 * account.length + 1

/** Whether the bytes of `key` from `at` on are those of `ending` from `from` on. */
function endsWith(key: Uint8Array, at: number, ending: Uint8Array, from: number): boolean {
  if (key.length - at !== ending.length - from) return false
  for (let i = at, j = from; i < key.length; i++, j++) if (key[i] !== ending[j]) return false
  return true
}

function extended(account: AccountKey, suffix: number): Uint8Array {
  const key = new Uint8Array(account.length + 1)
  key.set(account)
  key[account.length] = suffix
  return key
}

function writeSpread(target: Uint8Array, offset: number, bytes: Uint8Array): void {
  const hash = keccak256View(bytes)
  for (let i = 0; i < spreadLength; i++) target[offset + i] = hash[i]!
}
