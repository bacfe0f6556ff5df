import { bitcoinError } from '../../bitcoinError.ts'
import { walletFeeRate } from '../../wallet/coinSelection.ts'
import { bitcoins } from '../amounts.ts'
import type { BitcoinMethod } from '../method.ts'

export const estimatesmartfee: BitcoinMethod = {
  name: 'estimatesmartfee',
  summary: 'Returns a fee rate in bitcoins for 1000 virtual bytes: that of the wallet.',
  parameters: [
    { name: 'conf_target', types: ['number'] },
    { name: 'estimate_mode', types: ['string'], isOptional: true },
  ],
  run(given) {
    const blocks = given.integer('conf_target', 0)
    if (blocks < 1 || blocks > 1008) {
      throw bitcoinError('invalidParameter', 'Invalid conf_target, must be between 1 and 1008')
    }
    return { feerate: bitcoins(walletFeeRate), blocks }
  },
}
