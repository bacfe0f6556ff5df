import type { BitcoinMethod } from '../method.ts'

export const getbestblockhash: BitcoinMethod = {
  name: 'getbestblockhash',
  summary: 'Returns the hash of the last block of the best chain.',
  parameters: [],
  run: (_, { bitcoin }) => bitcoin.chain.tip.key,
}
