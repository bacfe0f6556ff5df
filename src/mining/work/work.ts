import type { Hash } from '../../primitives/bytes.ts'

/** The data that a Bitcoin miner needs to mine the next block of this node, too. */
export interface Work {
  /** Stands in the Bitcoin coinbase after the tag. */
  readonly hash: Hash
  /** 32 bytes that the hash of the Bitcoin header must not exceed. */
  readonly target: Uint8Array
  readonly feesPaidToMiner: bigint
  /** Whether miners should drop their present work for this one; true once for each piece of work. */
  readonly notify: boolean
  readonly parentHash: Hash
}
