import { BitcoinHeader, bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { decodePartialMerkleTree, readPartialMerkleTree } from '../../bitcoin/blocks/partialMerkleTree.ts'
import { ByteCursor } from '../../bitcoin/serialization/byteCursor.ts'
import { transactionAt } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { concatBytes, equalBytes, lastIndexOfBytes, reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { hashForMergedMining, mergedMiningTag } from '../headers/hashes.ts'
import type { HeaderFields, MergedMiningFields } from '../headers/header.ts'
import type { Network } from '../networks/network.ts'
import { type Rules, rulesAt } from '../networks/rules.ts'
import { coinbaseHash, coinbaseTail, hashedAwayBytes } from './compressedCoinbase.ts'
import { hasFallbackSignature, isFallbackMined } from './fallbackMining.ts'
import { foldMerkleProof, maximumProofBytes } from './merkleProof.ts'

/** Maximum number of bytes after the tag and hash in the coinbase. */
const maximumBytesAfterTag = 128
/** The tag must begin in the first SHA-256 block of the coinbase's tail. */
const tagWindow = 64
const minimumCoinbaseBytes = 64n

/** The largest Bitcoin header hash that proves this difficulty. Difficulties below 3 count as 3. */
export const targetOf = (difficulty: bigint): bigint => (1n << 256n) / (difficulty > 3n ? difficulty : 3n)

/** The fault in the header's proof of work; undefined when it is valid. */
export function proofOfWorkFault(header: HeaderFields, network: Network): string | undefined {
  const fields = header.mergedMining
  if (!fields) return 'the header has no merged-mining fields'
  const rules = rulesAt(network, header.number)
  const hash = hashForMergedMining(header, network)
  if (!rules.rskip98 && isFallbackMined(header)) {
    if (header.difficulty > network.fallbackDifficulty)
      return 'the difficulty is too high for fallback mining'
    return hasFallbackSignature(header, hash) ? undefined : 'the fallback signature is not the keyholder’s'
  }
  const bitcoinHeader = miningHeader(fields.header, rules)
  if (!bitcoinHeader) return 'the Bitcoin header does not have 80 bytes'
  if (bitcoinHeader.hashNumber > targetOf(header.difficulty)) return 'the Bitcoin hash misses the target'
  const root = reversedBytes(bitcoinHeader.merkleRoot)
  return coinbaseFault(fields.coinbase, hash) ?? merkleProofFault(fields, root, rules)
}

/** The last tag in the coinbase must have this block's hash, so that one Bitcoin block mines one block. */
function coinbaseFault(coinbase: Uint8Array, hash: Uint8Array): string | undefined {
  const tail = coinbaseTail(coinbase)
  if (!tail) return 'the compressed coinbase is too short'
  const tagged = concatBytes(mergedMiningTag, hash)
  const position = lastIndexOfBytes(tail, tagged)
  if (position < 0) return 'the coinbase does not name the block'
  if (position >= tagWindow) return 'the tag is too far behind the cut of the coinbase'
  if (lastIndexOfBytes(tail, mergedMiningTag) !== position) return 'another tag follows in the coinbase'
  if (tail.length - position - tagged.length > maximumBytesAfterTag) return 'too many bytes follow the tag'
  if (hashedAwayBytes(coinbase) + BigInt(tail.length) <= minimumCoinbaseBytes)
    return 'the coinbase is too short'
  return undefined
}

function merkleProofFault(fields: MergedMiningFields, root: Uint8Array, rules: Rules): string | undefined {
  const leaf = coinbaseHash(fields.coinbase)
  if (!rules.rskip92) {
    const tree = decodePartialMerkleTree(fields.merkleProof)
    const read = tree && readPartialMerkleTree(tree)
    const isProven =
      read && equalBytes(read.root, root) && read.matched.some((hash) => equalBytes(hash, leaf))
    return isProven ? undefined : 'the partial merkle tree does not prove the coinbase'
  }
  if (rules.rskip180 && fields.merkleProof.length > maximumProofBytes) return 'the merkle proof is too long'
  const folded = foldMerkleProof(leaf, fields.merkleProof)
  return folded && equalBytes(folded, root)
    ? undefined
    : 'the merkle proof does not lead to the Bitcoin header'
}

/**
 * The Bitcoin header in a merged-mining field; undefined when it is missing. Until RSKIP98 the field could hold a whole
 * Bitcoin block: bytes after the header are read as a list of transactions and then ignored.
 */
export function miningHeader(field: Uint8Array, rules: Rules): BitcoinHeader | undefined {
  if (field.length === bitcoinHeaderLength) return new BitcoinHeader(field)
  if (rules.rskip98 || field.length < bitcoinHeaderLength) return undefined
  if (!holdsTransactions(field.subarray(bitcoinHeaderLength))) return undefined
  return new BitcoinHeader(field.subarray(0, bitcoinHeaderLength))
}

/** Bytes after the last transaction are ignored. */
function holdsTransactions(bytes: Uint8Array): boolean {
  const cursor = new ByteCursor(bytes)
  try {
    for (let left = cursor.count(); left > 0; left--) transactionAt(cursor, 'dropped')
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}
