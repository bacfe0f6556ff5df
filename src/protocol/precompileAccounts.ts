import type { Address } from '../primitives/bytes.ts'
import { getOrCreate } from '../primitives/getOrCreate.ts'
import { rememberedByObject } from '../primitives/rememberedByObject.ts'
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
import type { Network } from './networks/network.ts'
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

const none: readonly PrecompileAccount[] = []

/** The accounts that block `height` creates; empty for almost all blocks. */
export const precompileAccountsOf = (network: Network, height: number): readonly PrecompileAccount[] =>
  accountsByHeight(network).get(height) ?? none

/** Every block looks its accounts up, so the few heights that have some are cached. */
const accountsByHeight = rememberedByObject(({ activations }: Network) => {
  const accounts: readonly (readonly [RuleName, PrecompileAccount])[] = [
    ...oldest.map((address) => ['rskip126', { address, overwrite: false }] as const),
    ...byRule.map(([rule, address]) => [rule, { address, overwrite: true }] as const),
  ]
  const byHeight = new Map<number, PrecompileAccount[]>()
  for (const [rule, account] of accounts) {
    getOrCreate(byHeight, activations[rule], () => []).push(account)
  }
  return byHeight
})
