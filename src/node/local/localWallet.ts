import { join } from '../../platform/paths.ts'
import { randomBytes } from '../../platform/random.ts'
import { localAccountSeeds } from '../../wallet/localAccounts.ts'
import { openWallet } from '../../wallet/openWallet.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import type { DataHome } from '../services/dataHome.ts'
import type { DevelopmentAccount } from './development/developmentAccounts.ts'

export interface LocalWalletOptions {
  /** Texts whose hashes are the keys of the local chain's accounts; by default the ten that its genesis funds. */
  readonly accountSeeds?: readonly string[]
  /** Accounts of a development chain. */
  readonly knownAccounts?: readonly DevelopmentAccount[]
  /** Keys of additional accounts of the local chain. */
  readonly privateKeys?: readonly Uint8Array[]
  readonly random?: (length: number) => Uint8Array
}

/** Opens the wallet of a local chain, with its accounts unlocked. Reports the files from which no key can be read. */
export function openLocalWallet(
  { folder: dataFolder }: DataHome,
  clock: () => number,
  options: LocalWalletOptions,
  onError: (error: unknown) => void,
): Wallet {
  const { accountSeeds: seeds = localAccountSeeds, knownAccounts = [], privateKeys = [] } = options
  const { random = randomBytes } = options
  const folder = dataFolder && join(dataFolder, 'keystore')
  const wallet = openWallet({ seeds, clock, random, ...(folder !== undefined && { folder }) })
  for (const { key, address } of knownAccounts) wallet.addKey(key, address)
  for (const privateKey of privateKeys) wallet.addKey(privateKey)
  for (const { reason } of wallet.skippedFiles) {
    onError(
      new Error(`${folder} has a file without a key: ${reason}; restore it from a backup, or remove it`),
    )
  }
  return wallet
}
