import { hash160 } from '../../../bitcoin/keys/publicKey.ts'
import { encodeSignature, hashTypeAll } from '../../../bitcoin/keys/signature.ts'
import { payToPublicKeyHash } from '../../../bitcoin/scripts/outputScripts.ts'
import { push } from '../../../bitcoin/scripts/script.ts'
import type {
  BitcoinTransaction,
  TransactionInput,
  TransactionOutput,
} from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { originalSignatureHash, segwitSignatureHash } from '../../../bitcoin/transactions/signatureHash.ts'
import { signHash } from '../../../crypto/secp256k1.ts'
import { concatBytes, emptyBytes } from '../../../primitives/bytes.ts'
import { toBigInt } from '../../../primitives/integers.ts'
import { keyHashProgram, type WalletKey } from './walletKey.ts'

/** The key of an output's script, if the signer has it. */
export type KeyOf = (script: Uint8Array) => WalletKey | undefined

/** Signs the inputs whose outputs are known and belong to a key; the others stay as they are. */
export function signTransaction(
  transaction: BitcoinTransaction,
  spent: readonly (TransactionOutput | undefined)[],
  keyOf: KeyOf,
  hashType = hashTypeAll,
): BitcoinTransaction {
  const inputs = transaction.inputs.map((input, index) => {
    const output = spent[index]
    const key = output && keyOf(output.script)
    return key ? signedInput(transaction, index, key, output.value, hashType) : input
  })
  return { ...transaction, inputs }
}

function signedInput(
  transaction: BitcoinTransaction,
  index: number,
  key: WalletKey,
  value: bigint,
  hashType: number,
): TransactionInput {
  const input = transaction.inputs[index]!
  const signed = payToPublicKeyHash(hash160(key.publicKey))
  if (key.kind === 'legacy') {
    const hash = originalSignatureHash(transaction, index, signed, hashType)
    const script = concatBytes(push(signatureOf(hash, key.privateKey, hashType)), push(key.publicKey))
    return { ...input, script, witness: [] }
  }
  const hash = segwitSignatureHash(transaction, index, signed, value, hashType)
  return {
    ...input,
    script: key.kind === 'bech32' ? emptyBytes : push(keyHashProgram(key.publicKey)),
    witness: [signatureOf(hash, key.privateKey, hashType), key.publicKey],
  }
}

/** A DER signature with its hash type. */
export function signatureOf(hash: Uint8Array, privateKey: Uint8Array, hashType = hashTypeAll): Uint8Array {
  const { compact } = signHash(hash, privateKey)
  return encodeSignature(
    { r: toBigInt(compact.subarray(0, 32)), s: toBigInt(compact.subarray(32)) },
    hashType,
  )
}
