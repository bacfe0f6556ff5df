import type { Address } from '../../primitives/bytes.ts'
import type { KeyDerivation } from './keyDerivation.ts'

/** A private key encrypted with a passphrase: version 3 of the Web3 Secret Storage Definition. */
export interface Keystore {
  /** A UUID that is independent of the key. */
  readonly id: string
  /** Optional in the definition. */
  readonly address: Address | undefined
  readonly derivation: KeyDerivation
  /** Of AES-128 in counter mode. */
  readonly initialVector: Uint8Array
  readonly ciphertext: Uint8Array
  /** Verifies the passphrase. */
  readonly mac: Uint8Array
}

/** A keystore that has the address of its account. */
export interface AccountKeystore extends Keystore {
  readonly address: Address
}

export const namesAccount = (keystore: Keystore): keystore is AccountKeystore =>
  keystore.address !== undefined
