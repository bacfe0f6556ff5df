export const defaultMnemonic = 'test test test test test test test test test test test junk'
export const defaultDerivationPath = "m/44'/60'/0'/0"

/** Seeds of the ten accounts that the genesis of the local chain funds. Their keys are public. */
export const localAccountSeeds: readonly string[] = [
  'cow',
  'cow1',
  'cow2',
  'cow3',
  'cow4',
  'cow5',
  'cow6',
  'cow7',
  'cow8',
  'cow9',
]
