import { bitcoinError } from '../../bitcoinError.ts'
import { coinbaseMaturity } from '../../chain/regtest.ts'
import { checkedScript } from '../checkedScript.ts'
import type { BitcoinMethod } from '../method.ts'
import { unspentShape } from '../shapes/unspentShape.ts'

export const listunspent: BitcoinMethod = {
  name: 'listunspent',
  summary: 'Returns the unspent outputs of the wallet.',
  parameters: [
    { name: 'minconf', types: ['number'], isOptional: true },
    { name: 'maxconf', types: ['number'], isOptional: true },
    { name: 'addresses', types: ['array'], isOptional: true },
    { name: 'include_unsafe', types: ['bool'], isOptional: true },
    { name: 'query_options', types: ['object'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const least = given.integer('minconf', 1)
    const most = given.integer('maxconf', 9_999_999)
    const addresses = given.list('addresses').map((address) => {
      const text = typeof address === 'string' ? address : ''
      checkedScript(text, `Invalid Bitcoin address: ${text}`)
      return text
    })
    if (new Set(addresses).size < addresses.length) {
      throw bitcoinError('invalidParameter', 'Invalid parameter, duplicated address')
    }
    const shown = bitcoin.wallet
      .coins()
      .filter(({ confirmations }) => confirmations >= least && confirmations <= most)
      .filter(({ isCoinbase, confirmations }) => !isCoinbase || confirmations > coinbaseMaturity)
    return shown
      .map((coin) => unspentShape(coin, bitcoin.wallet.keys))
      .filter(({ address }) => addresses.length === 0 || addresses.includes(String(address)))
  },
}
