import { keccak256 } from '../../crypto/keccak256.ts'
import { aes128Ctr, equalSecrets } from '../../platform/passphrases.ts'
import { concatBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { accountOf, privateKeyFromBytes } from '../privateKey.ts'
import { WalletError } from '../walletError.ts'
import { deriveKey, type KeyDerivation, type ScryptCost } from './keyDerivation.ts'
import type { AccountKeystore, Keystore } from './keystoreJson.ts'

export interface EncryptionParts {
  readonly cost: ScryptCost
  readonly random: (length: number) => Uint8Array
}

export async function encryptKey(
  privateKey: Uint8Array,
  passphrase: string,
  { cost, random }: EncryptionParts,
): Promise<AccountKeystore> {
  const derivation: KeyDerivation = { kdf: 'scrypt', cost, salt: random(32) }
  const initialVector = random(16)
  const derived = await deriveKey(passphrase, derivation)
  const ciphertext = await aes128Ctr(cipherKey(derived), initialVector, privateKey)
  const mac = macOf(derived, ciphertext)
  derived.fill(0)
  return { id: uuid(random(16)), address: accountOf(privateKey), derivation, initialVector, ciphertext, mac }
}

/** Returns the private key; throws if the passphrase is wrong. */
export async function decryptKey(keystore: Keystore, passphrase: string): Promise<Uint8Array> {
  const { derivation, initialVector, ciphertext, mac, address } = keystore
  const derived = await deriveKey(passphrase, derivation)
  try {
    if (!equalSecrets(macOf(derived, ciphertext), mac)) {
      throw new WalletError('wrong-passphrase', 'could not decrypt the key with the given passphrase')
    }
    const key = readKey(await aes128Ctr(cipherKey(derived), initialVector, ciphertext))
    if (address !== undefined && !equalBytes(accountOf(key), address)) {
      throw damaged('contains a key that does not belong to its address')
    }
    return key
  } finally {
    derived.fill(0)
  }
}

const cipherKey = (derived: Uint8Array): Uint8Array => derived.subarray(0, 16)

const macOf = (derived: Uint8Array, ciphertext: Uint8Array): Hash =>
  keccak256(concatBytes(derived.subarray(16, 32), ciphertext))

function readKey(plaintext: Uint8Array): Uint8Array {
  try {
    return privateKeyFromBytes(plaintext)
  } catch (error) {
    throw damaged('contains bytes that are not a private key', { cause: error })
  } finally {
    plaintext.fill(0)
  }
}

const damaged = (problem: string, options?: ErrorOptions): WalletError =>
  new WalletError('damaged-keystore', `the keystore ${problem}`, options)

/** A random UUID (RFC 9562, version 4) from 16 random bytes. */
function uuid(bytes: Uint8Array): string {
  const stamped = Uint8Array.from(bytes)
  stamped[6] = (stamped[6]! & 0x0f) | 0x40
  stamped[8] = (stamped[8]! & 0x3f) | 0x80
  const digits = toHexDigits(stamped)
  const ends = [8, 12, 16, 20, 32]
  return ends.map((end, i) => digits.slice(ends[i - 1] ?? 0, end)).join('-')
}
