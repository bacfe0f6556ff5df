import type { BitcoinParameters } from '../../bitcoin/blocks/networkParameters.ts'
import type { Satoshis } from '../../bitcoin/transactions/satoshis.ts'
import type { Address } from '../../primitives/bytes.ts'
import type { EmergencyKeys } from '../federation/emergencyKeys.ts'
import type { PegFederation } from '../federation/pegFederation.ts'

/** The accounts that may change parameters of the Bridge. */
export interface Authorisers {
  /** A majority decides. */
  readonly federationChange: readonly Address[]
  /** A majority decides. */
  readonly feePerKb: readonly Address[]
  /** One is enough. */
  readonly lockingCap: readonly Address[]
  /** One is enough. */
  readonly whitelist: readonly Address[]
  readonly unionBridgeAddress: Address
  readonly unionBridgeLockingCap: Address
  readonly unionBridgePermissions: Address
}

/** Blocks that must pass after a new federation was committed before it takes over. */
export interface ActivationAges {
  readonly first: number
  readonly rskip383: number
  readonly rskip419: number
}

/** Blocks after its activation between which a federation gets the bitcoins of the one before. */
export interface MigrationAges {
  readonly begin: number
  readonly end: number
  /** While RSKIP357 held without RSKIP374. */
  readonly endOfRskip357: number
}

/** A minimum and the one that replaces it with RSKIP219. */
export interface Minimum {
  readonly legacy: Satoshis
  readonly rskip219: Satoshis
}

/** What tells the Bridge of one network from that of another. */
export interface BridgeConstants {
  readonly bitcoin: BitcoinParameters
  readonly genesisFederation: PegFederation
  /** Transactions from there are the federation's own (RSKIP199). */
  readonly firstFederationAddress: string
  readonly activationAges: ActivationAges
  readonly migrationAges: MigrationAges
  /** Blocks in which a proposed federation must prove that it can spend (RSKIP419). */
  readonly validationBlocks: number
  readonly emergencyKeys: EmergencyKeys
  /** The redeem script of federations with emergency keys until RSKIP284, where a network fixed one; else undefined. */
  readonly fixedErpScript: Uint8Array | undefined
  readonly authorisers: Authorisers

  readonly minimumPegin: Minimum
  readonly minimumPegout: Minimum
  /** Bitcoin blocks on top of a peg-in, its own included. */
  readonly peginConfirmations: number
  /** Percentage of the fee estimate that a release must exceed it by. */
  readonly pegoutFeeGap: bigint
  /** Rootstock blocks on top of the one that made a peg-out. */
  readonly pegoutConfirmations: number
  /** Inputs of one migration (RSKIP294). */
  readonly maximumMigrationInputs: number
  /** Bitcoin height from which peg-outs are recognised by their index (RSKIP379). */
  readonly pegoutIndexHeight: number
  /** Blocks between two batches of peg-outs (RSKIP271). */
  readonly blocksBetweenPegouts: number

  /** Per 1000 bytes of a Bitcoin transaction, until a vote changes it. */
  readonly initialFeePerKb: Satoshis
  readonly maximumFeePerKb: Satoshis
  readonly initialLockingCap: Satoshis
  /** How many times the current cap a new one may be. */
  readonly lockingCapFactor: bigint

  /** Bitcoin height from which main-chain blocks are found by their height (RSKIP199). */
  readonly blockIndexHeight: number
  /** How far below the head blocks are looked for while the index is young. */
  readonly maximumSearchDepth: number
  /** Bitcoin height at which the work outgrew its cell (RSKIP434). */
  readonly excessiveWorkHeight: number | undefined

  /** Wei. */
  readonly initialUnionBridgeLockingCap: bigint
  /** The address is fixed where it cannot be set. */
  readonly canSetUnionBridgeAddress: boolean
}

/** Rootstock's coin has 18 decimals, bitcoin 8. */
export const weiPerSatoshi = 10n ** 10n
