export interface PoolOptions {
  /** A transaction's nonce must exceed its account's by less than this. */
  readonly accountSlots: number
  /** A replacement must offer a gas price higher by this percentage. */
  readonly gasPriceBumpPercent: number
  /** A transaction is dropped when the chain has grown by more blocks than this since its arrival. May be infinite. */
  readonly maximumAgeBlocks: number
  /** May be infinite. */
  readonly maximumAgeMs: number
  readonly maximumTransactions: number
  /** Limit on the total length of the encoded transactions; each has at most 128 KiB. */
  readonly maximumBytes: number
  /** Whether each account has a quota of virtual gas. */
  readonly limitAccountRate: boolean
}

/** The reference node's values, except for the limits on all transactions, which it does not have. */
export const defaultPoolOptions: PoolOptions = {
  accountSlots: 16,
  gasPriceBumpPercent: 40,
  maximumAgeBlocks: 10,
  maximumAgeMs: 650_000,
  maximumTransactions: 100_000,
  maximumBytes: 128 * 1024 * 1024,
  limitAccountRate: true,
}
