import type { Address } from '../../primitives/bytes.ts'
import type { Activations, RuleName } from './ruleTable.ts'
import type { NetworkName, UpgradeHeights } from './upgrades.ts'

/** An account of a network's first block. */
export interface Allocation {
  readonly address: Address
  readonly balance: bigint
  readonly nonce?: bigint
  /** The code of a contract; only development chains start with contracts. */
  readonly code?: Uint8Array
  readonly storage?: readonly { readonly cell: Uint8Array; readonly value: Uint8Array }[]
}

/** The contents of a network's first block. Byte strings are written as they are hashed, including leading zeros. */
export interface GenesisDefinition {
  readonly allocations: readonly Allocation[]
  readonly timestamp: number
  readonly extraData: Uint8Array
  readonly gasLimit: Uint8Array
  readonly difficulty: Uint8Array
  readonly coinbase: Address
  readonly minimumGasPrice: bigint
  /** Set where the header holds a root that the state does not hash to (mainnet: the format before RSKIP126). */
  readonly stateRoot?: Uint8Array
}

/** Shares of the mining rewards, in blocks and divisors. */
export interface RemascParameters {
  readonly maturity: number
  readonly syntheticSpan: number
  readonly labsAddress: Address
  /** From RSKIP218 on. */
  readonly newLabsAddress: Address
}

/** The constants that differ between networks. */
export interface Network {
  readonly name: NetworkName
  readonly chainId: number
  /** Identifies the network between peers. */
  readonly peerNetworkId: number
  readonly bitcoinNetwork: 'mainnet' | 'testnet' | 'regtest'
  /** When the upgrades start; `activations` follows from it, except for rules with a height of their own. */
  readonly upgrades: UpgradeHeights
  readonly activations: Activations
  readonly genesis: GenesisDefinition
  /** Seconds between blocks that the difficulty aims at. */
  readonly targetBlockSeconds: number
  readonly minimumDifficulty: bigint
  /** Replaces `minimumDifficulty` from RSKIP290 on. */
  readonly newMinimumDifficulty: bigint
  /** Blocks mined by signature (before RSKIP98) have at most this difficulty. */
  readonly fallbackDifficulty: bigint
  readonly difficultyDivisor: bigint
  /** Replaces `difficultyDivisor` from RSKIP156 on. */
  readonly newDifficultyDivisor: bigint
  /** How far a block's timestamp may be in the future; 0 disables all timestamp checks. */
  readonly maximumFutureSeconds: number
  /** The Bitcoin header's timestamp must be nearer than this (RSKIP179). */
  readonly maximumBitcoinTimeDistance: number
  /** Replaces `maximumBitcoinTimeDistance` from RSKIP297 on. */
  readonly newMaximumBitcoinTimeDistance: number
  /** Part of the block's gas limit that parallel sublists leave to the sequential one (RSKIP144). */
  readonly minimumSequentialGas: number
  /**
   * Set on a developer's own chain: blocks may have any gas limit and minimum gas price, transactions may be in forms
   * that Rootstock does not have (`transactions/localTransaction.ts`), and the state may be edited.
   */
  readonly isDevelopment?: true
  /**
   * On a development chain: from this block on, blocks have no payment to the miners for their readers, neither in their logs nor
   * in their bloom.
   */
  readonly hidesRemascFrom?: number
  /** The difficulty of the blocks of a fork, which are mined on a processor. */
  readonly forkDifficulty?: bigint
  /** Bytes of deployed code, where a developer's chain differs from Rootstock. */
  readonly codeSizeLimit?: number | undefined
  readonly remasc: RemascParameters
}

/** Whether a rule is active at a height. */
export function isActive(network: Network, rule: RuleName, height: number): boolean {
  const since = network.activations[rule]
  return since >= 0 && since <= height
}

/** Whether a rule becomes active exactly at a height. */
export const isActivating = (network: Network, rule: RuleName, height: number): boolean =>
  network.activations[rule] === height
