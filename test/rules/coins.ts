import type { Utxo } from '../../src/bridge/cells/utxos.ts'

/** Outputs of one transaction that pay to a script. */
export const coinsOf = (values: readonly bigint[], script: Uint8Array): readonly Utxo[] =>
  values.map((value, outputIndex) => ({
    value,
    script,
    transactionId: new Uint8Array(32).fill(4),
    outputIndex,
    isCoinbase: false,
  }))
