import type { BitcoinMethod } from '../method.ts'

export const invalidateblock: BitcoinMethod = {
  name: 'invalidateblock',
  summary: 'Makes a block and its descendants invalid.',
  parameters: [{ name: 'blockhash', types: ['string'] }],
  run(given, { bitcoin }) {
    bitcoin.chain.invalidate(bitcoin.blockOf(given.hash('blockhash')))
    bitcoin.changed()
    return null
  },
}
