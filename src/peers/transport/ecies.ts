import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sharedSecret } from '../../crypto/secp256k1.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { randomIdentity } from '../identity/keptIdentity.ts'
import { publicKeyOfId } from '../identity/nodeIdentity.ts'
import { TransportError } from './transportError.ts'

/*
 * Encryption to a public key, as RLPx defines it: an envelope is
 *   ephemeral public key (65) ‖ IV (16) ‖ AES-128-CTR ciphertext ‖ HMAC-SHA-256 tag (32)
 * The tag covers IV, ciphertext and data that both sides know ("shared MAC data").
 */

export type Random = (length: number) => Uint8Array

const keyLength = 65
const ivLength = 16
const tagLength = 32
const cipherName = 'aes-128-ctr'

/** Bytes that an envelope adds to its content. */
export const envelopeOverhead = keyLength + ivLength + tagLength

export function seal(
  plaintext: Uint8Array,
  recipientId: Uint8Array,
  macData: Uint8Array,
  random: Random,
): Uint8Array {
  const ephemeral = randomIdentity(random)
  const { encryptionKey, macKey } = envelopeKeys(publicKeyOfId(recipientId), ephemeral.privateKey)
  const iv = random(ivLength)
  const ciphertext = createCipheriv(cipherName, encryptionKey, iv).update(plaintext)
  const tag = tagOf(macKey, iv, ciphertext, macData)
  return concatBytes(publicKeyOfId(ephemeral.id), iv, ciphertext, tag)
}

/** The content of an envelope. Throws a `TransportError` when it was not made for this key, or was changed. */
export function open(
  envelope: Uint8Array,
  privateKey: Uint8Array,
  macData: Uint8Array = emptyBytes,
): Uint8Array {
  if (envelope.length < envelopeOverhead) throw unreadable('is too short')
  const tagAt = envelope.length - tagLength
  const { encryptionKey, macKey } = envelopeKeys(envelope.subarray(0, keyLength), privateKey)
  const iv = envelope.subarray(keyLength, keyLength + ivLength)
  const ciphertext = envelope.subarray(keyLength + ivLength, tagAt)
  const tag = tagOf(macKey, iv, ciphertext, macData)
  if (!timingSafeEqual(tag, envelope.subarray(tagAt))) throw unreadable('has a wrong tag')
  return Uint8Array.from(createDecipheriv(cipherName, encryptionKey, iv).update(ciphertext))
}

function envelopeKeys(
  publicKey: Uint8Array,
  privateKey: Uint8Array,
): { encryptionKey: Uint8Array; macKey: Uint8Array } {
  const secret = publicKey[0] === 0x04 ? sharedSecret(publicKey, privateKey) : undefined
  if (!secret) throw unreadable('does not start with a public key')
  // NIST SP 800-56 concatenation KDF; 32 bytes take one round of SHA-256.
  const derived = createHash('sha256')
    .update(Uint8Array.of(0, 0, 0, 1))
    .update(secret)
    .digest()
  return {
    encryptionKey: derived.subarray(0, 16),
    macKey: createHash('sha256').update(derived.subarray(16)).digest(),
  }
}

const tagOf = (key: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array, macData: Uint8Array): Buffer =>
  createHmac('sha256', key).update(iv).update(ciphertext).update(macData).digest()

const unreadable = (problem: string): TransportError =>
  new TransportError('protocol', `the encrypted envelope ${problem}`)
