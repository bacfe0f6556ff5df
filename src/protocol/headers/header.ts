import { compareBytes, type Hash } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'

/** The proof of work in Bitcoin, and the path from it to this block's hash. */
export interface MergedMiningFields {
  /** The 80-byte Bitcoin header; before RSKIP98 possibly the signature of a fallback-mined block. */
  readonly header: Uint8Array
  readonly merkleProof: Uint8Array
  /** The Bitcoin coinbase as a SHA-256 state and the bytes after it. */
  readonly coinbase: Uint8Array
}

/** The contents of a block header. The rules at its number decide which optional fields it has. */
export interface HeaderFields {
  readonly version: 0 | 1 | 2
  readonly parentHash: Hash
  readonly unclesHash: Hash
  /** 20 bytes, or empty. */
  readonly coinbase: Uint8Array
  readonly stateRoot: Hash
  readonly transactionsRoot: Hash
  readonly receiptsRoot: Hash
  readonly logsBloom: Uint8Array
  readonly difficulty: bigint
  /** The bytes of the genesis difficulty, whose leading zeros are hashed; null for other blocks. */
  readonly rawDifficulty: Uint8Array | null
  readonly number: number
  /** As received: miners write a two's complement integer, so 10,000,000 has a leading zero byte. */
  readonly gasLimit: Uint8Array
  readonly gasUsed: number
  readonly timestamp: number
  readonly extraData: Uint8Array
  readonly paidFees: bigint
  readonly minimumGasPrice: bigint | null
  /** Set by the miner; the rules do not compare it with the uncles in the body. */
  readonly uncleCount: number
  /** From the umm rule on; empty or 20 bytes. */
  readonly ummRoot: Uint8Array | null
  /** Ends of the parallel transaction sublists (RSKIP144). */
  readonly edges: readonly number[] | null
  /** Union bridge event (RSKIP535). */
  readonly baseEvent: Uint8Array | null
  /** Null while a block is being mined. */
  readonly mergedMining: MergedMiningFields | null
}

/** A header with its hash. */
export interface BlockHeader extends HeaderFields {
  readonly hash: Hash
}

/**
 * Which of two headers with equal work is preferred: more than double fees win, then the lower hash unless its fees are at
 * most half; otherwise the first stays.
 */
export function winsTie(candidate: BlockHeader, first: BlockHeader): boolean {
  if (candidate.paidFees > 2n * first.paidFees) return true
  return first.paidFees < 2n * candidate.paidFees && compareBytes(candidate.hash, first.hash) < 0
}

export const gasLimitOf = ({ gasLimit }: Pick<HeaderFields, 'gasLimit'>): bigint => toBigInt(gasLimit)
