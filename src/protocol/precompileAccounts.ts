import type { Address } from '../primitives/bytes.ts'
import {
  blockHeaderAddress,
  bridgeAddress,
  environmentAddress,
  hdWalletUtilsAddress,
  remascAddress,
  secp256k1AdditionAddress,
  secp256k1MultiplicationAddress,
  standardPrecompileAddress,
} from './addresses.ts'
import { isActivating, type Network } from './networks/network.ts'
import type { RuleName } from './networks/ruleTable.ts'

/*
 * Precompiled contracts have accounts with a contract's storage marker in the state. The oldest are created with the
 * Unitrie (RSKIP126), the others in the block that activates them.
 */

/** An account to create before a block's transactions. */
export interface PrecompileAccount {
  readonly address: Address
  /** Whether an existing account is replaced by an empty one. */
  readonly overwrite: boolean
}

const oldest: readonly Address[] = [
  ...[1, 2, 3, 4, 5].map(standardPrecompileAddress),
  bridgeAddress,
  remascAddress,
]

const byRule: readonly (readonly [RuleName, Address])[] = [
  ['rskip106', hdWalletUtilsAddress],
  ['rskip119', blockHeaderAddress],
  ['rskip137', standardPrecompileAddress(6)],
  ['rskip137', standardPrecompileAddress(7)],
  ['rskip137', standardPrecompileAddress(8)],
  ['rskip153', standardPrecompileAddress(9)],
  ['rskip203', environmentAddress],
  ['rskip516', secp256k1AdditionAddress],
  ['rskip516', secp256k1MultiplicationAddress],
]

/** The accounts that block `height` creates; empty for almost all blocks. */
export function precompileAccountsOf(network: Network, height: number): PrecompileAccount[] {
  const accounts: PrecompileAccount[] = []
  if (isActivating(network, 'rskip126', height)) {
    for (const address of oldest) accounts.push({ address, overwrite: false })
  }
  for (const [rule, address] of byRule) {
    if (isActivating(network, rule, height)) accounts.push({ address, overwrite: true })
  }
  return accounts
}
