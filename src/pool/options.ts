export interface PoolOptions {
  /** A transaction's nonce may exceed its account's by less than this. */
  readonly accountSlots: number
  /** A replacement offers at least this many percent more. */
  readonly gasPriceBumpPercent: number
  /** Transactions leave when the chain has grown by more blocks than this since they came. */
  readonly maximumAgeBlocks: number
  readonly maximumAgeMs: number
  readonly maximumTransactions: number
  /** Bound on the encoded transactions together; each is at most 128 KiB. */
  readonly maximumBytes: number
  /** Whether accounts spend a quota of virtual gas. */
  readonly limitAccountRate: boolean
}

/** The reference node's values; it has no limits in total, so those are ours. */
export const defaultPoolOptions: PoolOptions = {
  accountSlots: 16,
  gasPriceBumpPercent: 40,
  maximumAgeBlocks: 10,
  maximumAgeMs: 650_000,
  maximumTransactions: 100_000,
  maximumBytes: 128 * 1024 * 1024,
  limitAccountRate: true,
}
