import { compressPublicKey, hash160 } from '../../../bitcoin/keys/publicKey.ts'
import {
  payToPublicKeyHash,
  payToScript,
  witnessProgramScript,
} from '../../../bitcoin/scripts/outputScripts.ts'
import { receiverOf } from '../../../bitcoin/scripts/receivers.ts'
import { publicKeyOf } from '../../../crypto/secp256k1.ts'
import type { WalletAddressKind } from '../bitcoinBackend.ts'
import { regtestReceivers } from '../chain/regtest.ts'

/** A key with the outputs that it can spend. */
export interface WalletKey {
  readonly privateKey: Uint8Array
  /** 33 bytes, or 65 for an imported key of the old form. */
  readonly publicKey: Uint8Array
  readonly kind: WalletAddressKind
  /** The script of outputs that pay to it. */
  readonly script: Uint8Array
  readonly address: string
}

export function walletKey(privateKey: Uint8Array, kind: WalletAddressKind, isCompressed = true): WalletKey {
  const full = publicKeyOf(privateKey)
  const publicKey = isCompressed ? compressPublicKey(full)! : full
  const script = scriptOf(publicKey, kind)
  return { privateKey, publicKey, kind, script, address: receiverOf(script, regtestReceivers)! }
}

/** The witness program of a key hash. */
export const keyHashProgram = (publicKey: Uint8Array): Uint8Array =>
  witnessProgramScript({ version: 0, program: hash160(publicKey) })

function scriptOf(publicKey: Uint8Array, kind: WalletAddressKind): Uint8Array {
  if (kind === 'legacy') return payToPublicKeyHash(hash160(publicKey))
  return kind === 'bech32' ? keyHashProgram(publicKey) : payToScript(keyHashProgram(publicKey))
}
