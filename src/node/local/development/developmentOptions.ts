import type { PoolOptions } from '../../../pool/poolOptions.ts'
import type { Allocation } from '../../../protocol/networks/network.ts'

/** Choices about a development chain; all have defaults. */
export interface DevelopmentOptions {
  /** Number of funded, unlocked accounts; ten by default. */
  readonly accounts?: number
  /** Wei of each account; 10,000 RBTC by default. */
  readonly balance?: bigint
  /** The phrase that the accounts are derived from; by default the one of Hardhat and Foundry. */
  readonly mnemonic?: string
  /** Path of the accounts without their index; `m/44'/60'/0'/0` by default. */
  readonly derivationPath?: string
  /** 33 by default. A signature has one byte for it, so 109 is the maximum. */
  readonly chainId?: number
  /** Seconds since 1970 of the first block, from which time continues; the present by default. */
  readonly timestamp?: number | undefined
  /** Seconds since 1970 of the first block alone, as a genesis file gives it; the blocks after it have the present time. */
  readonly genesisTimestamp?: number | undefined
  /** Further accounts of the first block; one that is listed replaces a default one. */
  readonly allocations?: readonly Allocation[]
  /** Bytes of deployed code, 24,576 by default as on Rootstock; init code may be twice as long. */
  readonly codeSizeLimit?: number | undefined
  /** Whether transactions of every account are accepted without a signature. */
  readonly autoImpersonate?: boolean
  /** Whether blocks are shown without the payment to the miners and its logs. */
  readonly skipRemasc?: boolean
}

export const defaultAccountCount = 10
export const defaultBalance = 10_000n * 10n ** 18n
/**
 * Tools send many transactions at once and set the nonces themselves, so many of one account may wait. The user decides when the
 * chain mines and what time it is, so none is too old.
 */
export const developmentPoolOptions: Partial<PoolOptions> = {
  accountSlots: 10_000,
  maximumAgeBlocks: Number.POSITIVE_INFINITY,
  maximumAgeMs: Number.POSITIVE_INFINITY,
}
/** Requests in a batch: as many as viem sends in one by default. */
export const developmentBatchItems = 1_000
/** The first gas limit of the local chain of Rootstock's reference node, and here that of every block. */
export const developmentGasLimit = 10_000_000n
