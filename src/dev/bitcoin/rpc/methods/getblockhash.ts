import { bitcoinError } from '../../bitcoinError.ts'
import type { BitcoinMethod } from '../method.ts'

export const getblockhash: BitcoinMethod = {
  name: 'getblockhash',
  summary: 'Returns the hash of the block of the best chain at a height.',
  parameters: [{ name: 'height', types: ['number'] }],
  run(given, { bitcoin }) {
    const block = bitcoin.chain.blockAt(given.integer('height', 0))
    if (!block) throw bitcoinError('invalidParameter', 'Block height out of range')
    return block.key
  },
}
