import { encodePartialMerkleTree, merkleRoot, partialMerkleTree } from '../../bitcoin/blocks/merkleTree.ts'
import {
  type BitcoinTransaction,
  encodeTransaction,
  encodeWithoutWitness,
  hasWitness,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { reversedBytes } from '../../primitives/bytes.ts'

/** A transaction as `registerBtcTransaction` takes it. */
export interface ProvenTransaction {
  readonly bytes: Uint8Array
  /** A partial merkle tree, over ids with witnesses if the bytes have them. */
  readonly proof: Uint8Array
  /** Must be registered first; undefined for bytes without witnesses. */
  readonly coinbase: ProvenCoinbase | undefined
}

export interface ProvenCoinbase {
  /** Without its witness. */
  readonly bytes: Uint8Array
  readonly proof: Uint8Array
  /** In printed order. */
  readonly witnessRoot: Uint8Array
  readonly reservedValue: Uint8Array
}

const noWitnessId = new Uint8Array(32)
const plainId = (transaction: BitcoinTransaction): Uint8Array =>
  doubleSha256(encodeWithoutWitness(transaction))
/** BIP-141: the coinbase counts as zero, because its output commits to the others. */
const witnessId = (transaction: BitcoinTransaction, index: number): Uint8Array =>
  index === 0 ? noWitnessId : doubleSha256(encodeTransaction(transaction))

const proofOf = (ids: readonly Uint8Array[], index: number): Uint8Array =>
  encodePartialMerkleTree(partialMerkleTree(ids, new Set([index])))

/** Proves a transaction of a block. `takesWitness`: whether the Bridge reads witnesses (RSKIP143). */
export function provenTransaction(
  transactions: readonly BitcoinTransaction[],
  index: number,
  takesWitness: boolean,
): ProvenTransaction {
  const transaction = transactions[index]!
  const ids = transactions.map(plainId)
  if (!takesWitness || !hasWitness(transaction)) {
    return { bytes: encodeWithoutWitness(transaction), proof: proofOf(ids, index), coinbase: undefined }
  }
  const witnessIds = transactions.map(witnessId)
  const [coinbase] = transactions
  return {
    bytes: encodeTransaction(transaction),
    proof: proofOf(witnessIds, index),
    coinbase: {
      bytes: encodeWithoutWitness(coinbase!),
      proof: proofOf(ids, 0),
      witnessRoot: reversedBytes(merkleRoot(witnessIds)),
      reservedValue: coinbase!.inputs[0]?.witness[0] ?? noWitnessId,
    },
  }
}
