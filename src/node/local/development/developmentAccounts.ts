import { derivedKeys } from '../../../wallet/mnemonic/derivedKeys.ts'
import { privateKeyFromSeed } from '../../../wallet/privateKey.ts'
import {
  type DevelopmentOptions,
  defaultAccountCount,
  defaultDerivationPath,
  defaultMnemonic,
} from './developmentOptions.ts'

/** The private keys of the funded accounts: those of the seeds, or those of the mnemonic. */
export function developmentKeys(
  { mnemonic = defaultMnemonic, derivationPath = defaultDerivationPath, accounts }: DevelopmentOptions,
  seeds: readonly string[] | undefined,
): Uint8Array[] {
  if (seeds !== undefined) return seeds.map(privateKeyFromSeed)
  return derivedKeys(mnemonic, derivationPath, accounts ?? defaultAccountCount)
}
