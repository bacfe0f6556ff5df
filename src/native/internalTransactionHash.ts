import { keccak256 } from '../crypto/keccak256.ts'
import type { InternalTransaction } from '../evm/precompiles/precompile.ts'
import { asciiBytes, emptyBytes, type Hash } from '../primitives/bytes.ts'
import { signedBytes, unsignedBytes, wordBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'

/**
 * The hash of the last internal transaction on the path from a transaction to a call. The hash of each is part of
 * the next one's. For an empty path it is the transaction's own hash.
 */
export const internalTransactionHash = (transactionHash: Hash, path: readonly InternalTransaction[]): Hash =>
  path.reduce((parentHash, internal) => hashOf(internal, parentHash), transactionHash)

/** Only failed internal transactions are marked as rejected, and this one is still running. */
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
