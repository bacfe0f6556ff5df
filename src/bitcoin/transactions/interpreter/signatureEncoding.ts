import { tryToDecodePublicKey } from '../../keys/publicKey.ts'
import { decodeStrictForm, hashTypeAll, hasLowS, verifies } from '../../keys/signature.ts'
import { anyoneCanPay, hashTypeSingle } from '../signatureHash.ts'
import { ScriptFailure } from './scriptFailure.ts'

/** `policy` is what Bitcoin Core relays, `consensus` what it accepts in a block. */
export type ScriptRules = 'consensus' | 'policy'

/** The form of a script; signature hashes and rules differ. */
export type ScriptVersion = 'original' | 'witness-v0'

/** An empty signature is a way to fail a check on purpose. */
export function checkSignatureEncoding(signature: Uint8Array, rules: ScriptRules): void {
  if (signature.length === 0) return
  const decoded = decodeStrictForm(signature)
  if (!decoded) throw new ScriptFailure('signature-der')
  if (rules === 'consensus') return
  if (!hasLowS(decoded)) throw new ScriptFailure('high-s')
  const type = signature.at(-1)! & ~anyoneCanPay
  if (type < hashTypeAll || type > hashTypeSingle) throw new ScriptFailure('hash-type')
}

export function checkKeyEncoding(key: Uint8Array, version: ScriptVersion, rules: ScriptRules): void {
  if (rules === 'consensus') return
  const isCompressed = key.length === 33 && (key[0] === 2 || key[0] === 3)
  const isUncompressed = key.length === 65 && key[0] === 4
  if (!isCompressed && !isUncompressed) throw new ScriptFailure('public-key-type')
  if (!isCompressed && version === 'witness-v0') throw new ScriptFailure('witness-public-key-type')
}

/** Whether a signature, whose encoding was checked, is that of the hash by the key. */
export function isSignedBy(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean {
  const decoded = decodeStrictForm(signature)
  const point = decoded && tryToDecodePublicKey(publicKey)?.point
  return decoded !== undefined && point !== undefined && verifies(decoded, hash, point)
}
