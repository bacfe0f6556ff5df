import { keccak256 } from '../../crypto/keccak256.ts'
import { publicKeyOf, signHash } from '../../crypto/secp256k1.ts'
import { asciiBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { compressPublicKey } from './publicKey.ts'
import type { BitcoinSignature } from './signature.ts'

/* Bitcoin keys for tests. */

/** A key on Bitcoin that can sign; the private key is the hash of a name. */
export interface Signer {
  readonly key: Uint8Array
  sign(hash: Uint8Array): BitcoinSignature
}

export function signer(name: string): Signer {
  const privateKey = keccak256(asciiBytes(name))
  return {
    key: compressPublicKey(publicKeyOf(privateKey))!,
    sign(hash) {
      const { compact } = signHash(hash, privateKey)
      return { r: toBigInt(compact.subarray(0, 32)), s: toBigInt(compact.subarray(32)) }
    },
  }
}
