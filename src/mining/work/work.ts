import type { Hash } from '../../primitives/bytes.ts'

/** What a miner needs to mine our next block together with a Bitcoin block. */
export interface Work {
  /** Goes into the Bitcoin coinbase behind the tag. */
  readonly hash: Hash
  /** 32 bytes that the hash of the Bitcoin header must not exceed. */
  readonly target: Uint8Array
  readonly feesPaidToMiner: bigint
  /** Whether to leave the work at hand for this one; said once. */
  readonly notify: boolean
  readonly parentHash: Hash
}
