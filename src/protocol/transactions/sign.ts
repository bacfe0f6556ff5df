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
  return signed((signature) => new Transaction(withSignature(fields, signature), sender), privateKey)
}

/** A transaction of any type with a signature over its fields; `make` makes it, first without one. */
export function signed<Type extends Transaction>(
  make: (signature: TransactionSignature | null) => Type,
  privateKey: Uint8Array,
): Type {
  const { compact, recovery } = signHash(make(null).signingHash, privateKey)
  return make({
    v: 27 + recovery,
    r: toBigIntBetween(compact, 0, 32),
    s: toBigIntBetween(compact, 32, 64),
  })
}

/** Lists the fields, because a spread with a further field is slow. */
const withSignature = (
  { nonce, gasPrice, gasLimit, to, value, data, chainId }: UnsignedFields,
  signature: TransactionSignature | null,
): TransactionFields => ({ nonce, gasPrice, gasLimit, to, value, data, chainId, signature })
