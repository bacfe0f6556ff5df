import type { BitcoinMethod } from '../method.ts'

export const getblockcount: BitcoinMethod = {
  name: 'getblockcount',
  summary: 'Returns the height of the best chain.',
  parameters: [],
  run: (_, { bitcoin }) => bitcoin.chain.height,
}
