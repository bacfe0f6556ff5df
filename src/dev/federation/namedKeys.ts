import { compressPublicKey } from '../../bitcoin/keys/publicKey.ts'
import type { FederationMember } from '../../bridge/federation/member.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { publicKeyOf } from '../../crypto/secp256k1.ts'
import { asciiBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'

/*
 * The keys of a local chain's federation and of the accounts that govern it are public: each private key is the
 * Keccak-256 of a name, as in the constants of the reference node for regtest.
 */

export const namedKey = (name: string): Uint8Array => keccak256(asciiBytes(name))

export const compressedKeyOf = (privateKey: Uint8Array): Uint8Array =>
  compressPublicKey(publicKeyOf(privateKey))!

/** Three of five authorisers are a majority for a change of the federation. */
export const voterKeys = ['auth-a', 'auth-b', 'auth-c'].map(namedKey)
export const lockingCapKey = namedKey('auth-increase_locking_cap')
export const whitelistKey = namedKey('auth-lock-whitelist')

/** The members of the first federation are called federator1 to federator3 and have one key for all roles. */
export const genesisMemberCount = 3
/** Bounds the search for the number of a key. */
export const maximumMemberNumber = 99

/** The keys of a member. Members after the first three have a key of their own for each role. */
export function memberKeys(number: number): {
  readonly bitcoin: Uint8Array
  readonly rootstock: Uint8Array
  readonly mst: Uint8Array
} {
  const name = `federator${number}`
  const bitcoin = namedKey(name)
  if (number <= genesisMemberCount) return { bitcoin, rootstock: bitcoin, mst: bitcoin }
  return { bitcoin, rootstock: namedKey(`${name}-rsk`), mst: namedKey(`${name}-mst`) }
}

/** A member's public keys. */
export function publicMember(number: number): FederationMember {
  const { bitcoin, rootstock, mst } = memberKeys(number)
  return {
    bitcoinKey: compressedKeyOf(bitcoin),
    rootstockKey: compressedKeyOf(rootstock),
    mstKey: compressedKeyOf(mst),
  }
}

const knownNumbers = new Map<string, number>()

/** The number of the member who signs with this key on Bitcoin; undefined for keys of others. */
export function memberNumber({ bitcoinKey }: FederationMember): number | undefined {
  const digits = toHexDigits(bitcoinKey)
  for (let number = knownNumbers.size + 1; number <= maximumMemberNumber; number++) {
    if (knownNumbers.has(digits)) break
    knownNumbers.set(toHexDigits(compressedKeyOf(memberKeys(number).bitcoin)), number)
  }
  return knownNumbers.get(digits)
}
