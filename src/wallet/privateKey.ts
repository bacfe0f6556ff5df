import { keccak256 } from '../crypto/keccak256.ts'
import { groupOrder } from '../crypto/secp256k1/curve.ts'
import { addressOf, publicKeyOf } from '../crypto/secp256k1.ts'
import { Buffer } from '../platform/buffer.ts'
import { type Address, compareBytes } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import { WalletError } from './walletError.ts'

const keyLength = 32
const zero = new Uint8Array(keyLength)
const limit = wordBytes(groupOrder)

export const accountOf = (privateKey: Uint8Array): Address => addressOf(publicKeyOf(privateKey))

/** Returns a copy of 32 bytes; short keys are padded on the left, as in the reference node. */
export function privateKeyFromBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length > keyLength) throw invalidKey(`has ${bytes.length} bytes instead of ${keyLength}`)
  const key = new Uint8Array(keyLength)
  key.set(bytes, keyLength - bytes.length)
  if (!isInRange(key)) throw invalidKey('is not between 1 and the order of secp256k1')
  return key
}

/** The key of an account that the reference node makes from a text: the hash of the text. */
export function privateKeyFromSeed(seed: string): Uint8Array {
  return privateKeyFromBytes(keccak256(Buffer.from(seed, 'utf8')))
}

export function randomPrivateKey(random: (length: number) => Uint8Array): Uint8Array {
  const bytes = random(keyLength)
  try {
    return privateKeyFromBytes(bytes)
  } finally {
    bytes.fill(0)
  }
}

const isInRange = (key: Uint8Array): boolean => compareBytes(key, zero) > 0 && compareBytes(key, limit) < 0

const invalidKey = (problem: string): WalletError =>
  new WalletError('invalid-key', `the private key ${problem}`)
