import { bitcoinError } from '../../bitcoinError.ts'
import { bitcoins } from '../amounts.ts'
import type { BitcoinMethod } from '../method.ts'

export const getbalance: BitcoinMethod = {
  name: 'getbalance',
  summary: 'Returns what the wallet can spend, in bitcoins.',
  parameters: [
    { name: 'dummy', types: ['string'], isOptional: true },
    { name: 'minconf', types: ['number'], isOptional: true },
    { name: 'include_watchonly', types: ['bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const dummy = given.get('dummy')
    if (dummy !== undefined && dummy !== '*') {
      throw bitcoinError('methodDeprecated', 'dummy first argument must be excluded or set to "*".')
    }
    const least = given.integer('minconf', 0)
    const coins = bitcoin.wallet.spendable().filter(({ confirmations }) => confirmations >= least)
    return bitcoins(coins.reduce((sum, { output }) => sum + output.value, 0n))
  },
}
