import { BitcoinHeader, bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { targetOf } from '../../bitcoin/blocks/target.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'

/** A block whose hash the client trusts: all other headers are believed because of it. */
export interface Anchor {
  readonly number: number
  readonly hash: Hash
  readonly difficulty: bigint
  /** Seconds since 1970. */
  readonly timestamp: number
  /** Hashes that a Bitcoin block took at that time; undefined for a block without a Bitcoin header. */
  readonly bitcoinWork: bigint | undefined
}

export const anchorOf = (header: BlockHeader): Anchor => ({
  number: header.number,
  hash: header.hash,
  difficulty: header.difficulty,
  timestamp: header.timestamp,
  bitcoinWork: bitcoinWorkOf(header),
})

/** The hashes that Bitcoin expects of the block that mined a header; undefined without a Bitcoin header. */
function bitcoinWorkOf({ mergedMining }: BlockHeader): bigint | undefined {
  if (mergedMining?.header.length !== bitcoinHeaderLength) return undefined
  const target = targetOf(new BitcoinHeader(mergedMining.header).bits)
  return target > 0n ? (1n << 256n) / (target + 1n) : undefined
}
