import { signHash } from '../../crypto/secp256k1.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { Transaction, type TransactionFields } from './transaction.ts'

/**
 * The transaction with a signature of `privateKey` over its fields and chain id. `sender` is the account of that key,
 * for callers that know it.
 */
export function signTransaction(
  fields: Omit<TransactionFields, 'signature'>,
  privateKey: Uint8Array,
  sender?: Address,
  sign = signHash,
): Transaction {
  const unsigned = new Transaction({ ...fields, signature: null })
  const { compact, recovery } = sign(unsigned.signingHash, privateKey)
  const signature = {
    v: 27 + recovery,
    r: toBigInt(compact.subarray(0, 32)),
    s: toBigInt(compact.subarray(32)),
  }
  return new Transaction({ ...fields, signature }, sender)
}
