import { bitcoinError } from '../../bitcoinError.ts'
import type { BitcoinMethod } from '../method.ts'
import { mempoolEntryShape } from '../shapes/mempoolEntryShape.ts'

export const getmempoolentry: BitcoinMethod = {
  name: 'getmempoolentry',
  summary: 'Returns a waiting transaction with its fee and relatives.',
  parameters: [{ name: 'txid', types: ['string'] }],
  run(given, { bitcoin }) {
    const { mempool } = bitcoin.chain
    const entry = mempool.get(given.hash('txid'))
    if (!entry) throw bitcoinError('invalidAddressOrKey', 'Transaction not in mempool')
    return mempoolEntryShape(entry, mempool)
  },
}
