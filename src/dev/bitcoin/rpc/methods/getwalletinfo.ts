import { walletFeeRate } from '../../wallet/coinSelection.ts'
import { bitcoins } from '../amounts.ts'
import type { BitcoinMethod } from '../method.ts'

export const getwalletinfo: BitcoinMethod = {
  name: 'getwalletinfo',
  summary: 'Returns the state of the wallet.',
  parameters: [],
  run(_, { bitcoin }) {
    const { derived, imported } = bitcoin.wallet.keys.state()
    return {
      walletname: '',
      format: 'cambium',
      balance: bitcoins(bitcoin.wallet.balance()),
      keypoolsize: derived.length + imported.length,
      paytxfee: bitcoins(walletFeeRate),
      private_keys_enabled: true,
      descriptors: false,
    }
  },
}
