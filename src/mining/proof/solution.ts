import { decodeBitcoinBlock } from '../../bitcoin/blocks/bitcoinBlock.ts'
import { bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { decodeTransaction, encodeWithoutWitness } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { asHash, concatBytes, type Hash, lastIndexOfBytes, reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { mergedMiningTag } from '../../protocol/headers/hashes.ts'
import type { MergedMiningFields } from '../../protocol/headers/header.ts'
import { compressCoinbase } from '../../protocol/mergedMining/compressedCoinbase.ts'
import { merkleProofOfFirst } from '../../protocol/mergedMining/merkleProof.ts'
import { WorkRefused } from '../inputs/miningError.ts'

/** A Bitcoin block that claims to solve a piece of work. */
export interface Solution {
  /** The hash of the work in the coinbase. */
  readonly workHash: Hash
  readonly header: Uint8Array
  /** Reads and hashes the rest, which has up to four megabytes; called when the header proves the work. */
  readonly fields: () => MergedMiningFields
}

/** The parts of a Bitcoin block that both short forms of a submission have. */
export interface SubmittedHeader {
  readonly header: Uint8Array
  /** The serialized coinbase transaction, with or without witnesses. */
  readonly coinbase: Uint8Array
}

const idBytes = 32
/** A block of a million bytes without witnesses fits at most this many transactions of 60 bytes. */
const maximumTransactions = 16_666

/** The solution in a whole Bitcoin block. */
export function solutionOfBlock(bytes: Uint8Array): Solution {
  const { header, coinbase, transactionIds } = decodeBitcoinBlock(bytes)
  return solution(header, coinbase, () => merkleProofOfFirst(transactionIds()))
}

/** The solution in a block given by the ids of all its transactions in display order, the coinbase's first. */
export function solutionOfTransactions(
  submitted: SubmittedHeader,
  transactionIds: readonly Uint8Array[],
): Solution {
  const { header, coinbase } = decodeSubmitted(submitted)
  checkIds(transactionIds, 'transaction ids')
  if (transactionIds.length === 0) throw new DecodeError('transaction ids', 'are missing')
  return solution(header, coinbase, () => merkleProofOfFirst(transactionIds.map(reversedBytes)))
}

/**
 * The solution in a block given by the coinbase's id and its siblings in the merkle tree, in the byte order of
 * hashing.
 */
export function solutionOfPartialMerkle(
  submitted: SubmittedHeader,
  merkleHashes: readonly Uint8Array[],
): Solution {
  if (merkleHashes.length === 0) throw new WorkRefused("The list of merkle hashes can't be empty")
  const { header, coinbase } = decodeSubmitted(submitted)
  checkIds(merkleHashes, 'merkle hashes')
  return solution(header, coinbase, () => concatBytes(...merkleHashes.slice(1).map(reversedBytes)))
}

function decodeSubmitted({ header, coinbase }: SubmittedHeader): SubmittedHeader {
  if (header.length !== bitcoinHeaderLength) {
    throw new DecodeError('Bitcoin header', `has ${header.length} bytes instead of ${bitcoinHeaderLength}`)
  }
  const transaction = decodeTransaction(coinbase, { witnesses: 'dropped', trailingBytes: 'refused' })
  return { header, coinbase: encodeWithoutWitness(transaction) }
}

function checkIds(ids: readonly Uint8Array[], where: string): void {
  if (ids.length > maximumTransactions) throw new DecodeError(where, `are more than ${maximumTransactions}`)
  for (const { length } of ids) {
    if (length !== idBytes)
      throw new DecodeError(where, `contain one of ${length} bytes instead of ${idBytes}`)
  }
}

const solution = (header: Uint8Array, coinbase: Uint8Array, merkleProof: () => Uint8Array): Solution => ({
  workHash: workHashIn(coinbase),
  header,
  fields: () => ({
    header,
    merkleProof: merkleProof(),
    coinbase: compressCoinbase(coinbase) ?? coinbase,
  }),
})

/**
 * The 32 bytes after the last tag. Without a tag the reference node searches at position -1 and reports the bytes
 * after it as an unknown hash; this function returns the same bytes.
 */
function workHashIn(coinbase: Uint8Array): Hash {
  const start = lastIndexOfBytes(coinbase, mergedMiningTag) + mergedMiningTag.length
  if (start + idBytes > coinbase.length) throw new DecodeError('coinbase', 'ends before the hash of the work')
  return asHash(coinbase.slice(start, start + idBytes))
}
