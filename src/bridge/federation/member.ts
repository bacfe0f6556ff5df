import { addressOf, uncompressPublicKey } from '../../crypto/secp256k1.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { type Address, compareBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'

/** A member's three compressed public keys. */
export interface FederationMember {
  /** Signs on Bitcoin. */
  readonly bitcoinKey: Uint8Array
  /** Signs on Rootstock. */
  readonly rootstockKey: Uint8Array
  /** The third key, `mst` in the Bridge's methods. */
  readonly mstKey: Uint8Array
}

/** A member with one key for all three roles. */
export const singleKeyMember = (key: Uint8Array): FederationMember => ({
  bitcoinKey: key,
  rootstockKey: key,
  mstKey: key,
})

/** By Bitcoin key, then Rootstock key, then the third. */
export const sortedMembers = (members: readonly FederationMember[]): FederationMember[] =>
  [...members].sort(
    (a, b) =>
      compareBytes(a.bitcoinKey, b.bitcoinKey) ||
      compareBytes(a.rootstockKey, b.rootstockKey) ||
      compareBytes(a.mstKey, b.mstKey),
  )

/** The account of the member's Rootstock key. */
export const memberAccount = ({ rootstockKey }: FederationMember): Address => accountOfKey(rootstockKey)

/** Accounts of the last 256 keys: federations rarely change and decompressing a key is slow. */
const recentAccounts = new BoundedMap<string, Address>(256)

/** The account of a compressed key that a federation holds. */
export function accountOfKey(compressedKey: Uint8Array): Address {
  const id = toHexDigits(compressedKey)
  const known = recentAccounts.use(id)
  if (known) return known
  const key = uncompressPublicKey(compressedKey)
  if (!key) throw new DecodeError('federation', 'has a key that is not a point of the curve')
  const account = addressOf(key)
  recentAccounts.set(id, account)
  return account
}
