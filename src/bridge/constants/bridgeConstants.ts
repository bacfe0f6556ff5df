import type { BitcoinParameters } from '../../bitcoin/blocks/networkParameters.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { type Address, asAddress } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import type { EmergencyKeys } from '../federation/redeemScript.ts'

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

/** Blocks between the commit of a new federation and its activation. */
export interface ActivationAges {
  readonly first: number
  readonly rskip383: number
  readonly rskip419: number
}

/** The period after its activation in which a federation receives the bitcoins of the previous one, in blocks. */
export interface MigrationAges {
  readonly begin: number
  readonly end: number
  /** While RSKIP357 is active without RSKIP374. */
  readonly endOfRskip357: number
}

/** A minimum: before RSKIP219, and since. */
export interface Minimum {
  readonly legacy: Satoshis
  readonly rskip219: Satoshis
}

/** The values in which the Bridges of the networks differ. */
export interface BridgeConstants {
  readonly bitcoin: BitcoinParameters
  readonly genesisFederation: PegFederation
  /** Transactions that spend from this address are the federation's own (RSKIP199). */
  readonly firstFederationAddress: string
  readonly activationAges: ActivationAges
  readonly migrationAges: MigrationAges
  /** Number of blocks within which a proposed federation must prove that it can spend (RSKIP419). */
  readonly validationBlocks: number
  readonly emergencyKeys: EmergencyKeys
  /**
   * The redeem script of all federations with emergency keys until RSKIP284; undefined where scripts depend on members.
   */
  readonly fixedErpScript: Uint8Array | undefined
  readonly authorisers: Authorisers

  readonly minimumPegin: Minimum
  readonly minimumPegout: Minimum
  /** Bitcoin blocks on top of a peg-in, its own included. */
  readonly peginConfirmations: number
  /** Percentage by which a release must exceed the fee estimate. */
  readonly pegoutFeeGap: bigint
  /** Rootstock blocks on top of the one that created a peg-out. */
  readonly pegoutConfirmations: number
  /** Maximum number of inputs of one migration (RSKIP294). */
  readonly maximumMigrationInputs: number
  /** Bitcoin height from which peg-outs are recognised by their index (RSKIP379). */
  readonly pegoutIndexHeight: number
  /** Blocks between two batches of peg-outs (RSKIP271). */
  readonly blocksBetweenPegouts: number

  /** Per 1000 bytes of a Bitcoin transaction, until a vote changes it. */
  readonly initialFeePerKb: Satoshis
  readonly maximumFeePerKb: Satoshis
  readonly initialLockingCap: Satoshis
  /** Maximum of a new cap, as a multiple of the current one. */
  readonly lockingCapFactor: bigint

  /** Bitcoin height from which main-chain blocks are found by their height (RSKIP199). */
  readonly blockIndexHeight: number
  /** Maximum depth of the search below the head while the index contains fewer blocks. */
  readonly maximumSearchDepth: number
  /** Bitcoin height from which the work does not fit in its cell (RSKIP434). */
  readonly excessiveWorkHeight: number | undefined

  /** Wei. */
  readonly initialUnionBridgeLockingCap: bigint
  /** Whether a method sets the address; otherwise it is always the zero address. */
  readonly canSetUnionBridgeAddress: boolean
}

/** Rootstock's coin has 18 decimals, bitcoin 8. */
export const weiPerSatoshi = 10n ** 10n

export const address = (digits: string): Address => asAddress(fromHex(digits))

export const addresses = (...list: readonly string[]): readonly Address[] => list.map(address)

export const publicKeys = (...list: readonly string[]): readonly Uint8Array[] =>
  list.map((digits) => fromHex(digits))
