import { defaultDerivationPath, defaultMnemonic } from '../../../wallet/localAccounts.ts'
import { derivedKeys } from '../../../wallet/mnemonicKeys.ts'
import { privateKeyFromSeed } from '../../../wallet/privateKey.ts'
import { type DevelopmentOptions, defaultAccountCount } from './developmentOptions.ts'

/** The private keys of the funded accounts: those of the seeds, or those of the mnemonic. */
export function developmentKeys(
  options: DevelopmentOptions,
  seeds: readonly string[] | undefined,
): Uint8Array[] {
  if (seeds !== undefined) return seeds.map(privateKeyFromSeed)
  const { mnemonic = defaultMnemonic, derivationPath = defaultDerivationPath } = options
  const { accounts = defaultAccountCount } = options
  return derivedKeys(mnemonic, derivationPath, accounts)
}
