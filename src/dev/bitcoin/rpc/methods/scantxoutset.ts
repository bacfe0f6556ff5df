import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { bitcoins } from '../amounts.ts'
import { scriptsOfScanObject } from '../descriptors.ts'
import type { BitcoinMethod } from '../method.ts'

export const scantxoutset: BitcoinMethod = {
  name: 'scantxoutset',
  summary:
    'Finds unspent outputs of the best chain by descriptors: addr, raw, pk, pkh, wpkh, sh(wpkh) and combo of keys in hex.',
  parameters: [
    { name: 'action', types: ['string'] },
    { name: 'scanobjects', types: ['array'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const action = given.text('action')
    if (action === 'status') return null
    if (action === 'abort') return false
    if (action !== 'start') throw bitcoinError('invalidParameter', `Invalid action '${action}'`)
    if (given.get('scanobjects') === undefined) {
      throw bitcoinError('misc', 'scanobjects argument is required for the start action')
    }
    const wanted = new Set(given.list('scanobjects').flatMap(scriptsOfScanObject).map(toHexDigits))
    const { coins, height, tip } = bitcoin.chain
    const found = [...coins.all()].filter(({ output }) => wanted.has(toHexDigits(output.script)))
    return {
      success: true,
      txouts: coins.size,
      height,
      bestblock: tip.key,
      unspents: found.map((coin) => ({
        txid: toHexDigits(coin.transactionId),
        vout: coin.outputIndex,
        scriptPubKey: toHexDigits(coin.output.script),
        amount: bitcoins(coin.output.value),
        coinbase: coin.isCoinbase,
        height: coin.height,
        confirmations: height - coin.height + 1,
      })),
      total_amount: bitcoins(found.reduce((sum, { output }) => sum + output.value, 0n)),
    }
  },
}
