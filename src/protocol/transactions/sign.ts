import { signHash } from '../../crypto/secp256k1.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toBigIntBetween } from '../../primitives/integers.ts'
import { Transaction, type TransactionFields, type TransactionSignature } from './transaction.ts'

type UnsignedFields = Omit<TransactionFields, 'signature'>

/**
 * The transaction with a signature of `privateKey` over its fields and chain id. `sender` is the account of that key,
 * for callers that know it.
 */
export function signTransaction(
  fields: UnsignedFields,
  privateKey: Uint8Array,
  sender?: Address,
): Transaction {
  const { compact, recovery } = signHash(new Transaction(withSignature(fields, null)).signingHash, privateKey)
  const signature = {
    v: 27 + recovery,
    r: toBigIntBetween(compact, 0, 32),
    s: toBigIntBetween(compact, 32, 64),
  }
  return new Transaction(withSignature(fields, signature), sender)
}

/** Named one by one, because a spread with a further field is slow. */
const withSignature = (
  { nonce, gasPrice, gasLimit, to, value, data, chainId }: UnsignedFields,
  signature: TransactionSignature | null,
): TransactionFields => ({ nonce, gasPrice, gasLimit, to, value, data, chainId, signature })
