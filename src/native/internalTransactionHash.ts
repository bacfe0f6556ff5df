import { keccak256 } from '../crypto/keccak256.ts'
import type { InternalTransaction } from '../evm/internalTransaction.ts'
import { asciiBytes, emptyBytes, type Hash } from '../primitives/bytes.ts'
import { signedBytes, unsignedBytes, wordBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'

/**
 * The hash of the last of the internal transactions that lead from a transaction to each other: each one's hash
 * is part of the next one's. Without any, it is the transaction's own.
 */
export const internalTransactionHash = (transactionHash: Hash, path: readonly InternalTransaction[]): Hash =>
  path.reduce((parentHash, internal) => hashOf(internal, parentHash), transactionHash)

/** One that failed is marked as rejected, which none is that is still under way. */
const notRejected = emptyBytes

const hashOf = (internal: InternalTransaction, parentHash: Hash): Hash =>
  keccak256(
    encodeRlp([
      internal.nonce === 0n ? emptyBytes : signedBytes(internal.nonce),
      parentHash,
      internal.sender,
      internal.receiver ?? emptyBytes,
      unsignedBytes(internal.value),
      unsignedBytes(internal.gasPrice),
      wordBytes(internal.gasLimit),
      internal.data,
      asciiBytes(internal.kind),
      unsignedBytes(internal.depth),
      unsignedBytes(internal.index),
      notRejected,
    ]),
  )
