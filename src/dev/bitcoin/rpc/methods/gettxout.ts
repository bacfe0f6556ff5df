import { bitcoinError } from '../../bitcoinError.ts'
import { bitcoins } from '../amounts.ts'
import type { BitcoinMethod } from '../method.ts'
import { outputScriptShape } from '../shapes/scriptShapes.ts'

export const gettxout: BitcoinMethod = {
  name: 'gettxout',
  summary: 'Returns an unspent output, or null.',
  parameters: [
    { name: 'txid', types: ['string'] },
    { name: 'n', types: ['number'] },
    { name: 'include_mempool', types: ['bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const { coins, mempool, height, tip } = bitcoin.chain
    const index = given.integer('n', 0)
    if (index < 0) throw bitcoinError('invalidParameter', 'Invalid output index (negative)')
    const key = `${given.hash('txid')}:${index}`
    const withMempool = given.flag('include_mempool', true)
    if (withMempool && mempool.spenderOf(key) !== undefined) return null
    const confirmed = coins.get(key)
    const coin = confirmed ?? (withMempool ? mempool.coin(key, height + 1) : undefined)
    if (!coin) return null
    return {
      bestblock: tip.key,
      confirmations: confirmed ? height - coin.height + 1 : 0,
      value: bitcoins(coin.output.value),
      scriptPubKey: outputScriptShape(coin.output.script),
      coinbase: coin.isCoinbase,
    }
  },
}
