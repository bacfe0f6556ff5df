import { keccak256 } from '../crypto/keccak256.ts'
import { signHash } from '../crypto/secp256k1.ts'
import { asciiBytes, concatBytes, type Hash } from '../primitives/bytes.ts'

/** The hash that is signed for a message. With the prefix (ERC-191, version 0x45) it cannot be the hash of a transaction. */
export function messageHash(message: Uint8Array): Hash {
  const prefix = asciiBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  return keccak256(concatBytes(prefix, message))
}

export const signMessage = (message: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  signatureOf(messageHash(message), privateKey)

/** 65 bytes: r, s, then v as 27 or 28. */
export function signatureOf(hash: Hash, privateKey: Uint8Array): Uint8Array {
  const { compact, recovery } = signHash(hash, privateKey)
  return concatBytes(compact, Uint8Array.of(27 + recovery))
}
