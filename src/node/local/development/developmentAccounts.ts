import type { Address } from '../../../primitives/bytes.ts'
import { defaultDerivationPath, defaultMnemonic } from '../../../wallet/localAccounts.ts'
import { derivedKeys } from '../../../wallet/mnemonicKeys.ts'
import { accountOf, privateKeyFromSeed } from '../../../wallet/privateKey.ts'
import { type DevelopmentOptions, defaultAccountCount } from './developmentOptions.ts'

export interface DevelopmentAccount {
  readonly key: Uint8Array
  readonly address: Address
}

/** The usual accounts of all chains of the process. Deriving them takes a third of the time of a new chain; their keys are public. */
let usual: readonly DevelopmentAccount[] = []

/** The funded accounts: those of the seeds, or those of the mnemonic. */
export function developmentAccounts(
  options: DevelopmentOptions,
  seeds: readonly string[] | undefined,
): readonly DevelopmentAccount[] {
  if (seeds !== undefined) return seeds.map((seed) => accountWith(privateKeyFromSeed(seed)))
  const { mnemonic = defaultMnemonic, derivationPath = defaultDerivationPath } = options
  const { accounts = defaultAccountCount } = options
  const isUsual =
    mnemonic === defaultMnemonic &&
    derivationPath === defaultDerivationPath &&
    accounts <= defaultAccountCount
  if (!isUsual) return derivedKeys(mnemonic, derivationPath, accounts).map(accountWith)
  if (usual.length === 0) usual = derivedKeys(mnemonic, derivationPath, defaultAccountCount).map(accountWith)
  return usual.slice(0, accounts)
}

const accountWith = (key: Uint8Array): DevelopmentAccount => ({ key, address: accountOf(key) })
