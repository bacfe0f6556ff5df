import type { BitcoinMethod } from '../method.ts'

export const reconsiderblock: BitcoinMethod = {
  name: 'reconsiderblock',
  summary: 'Takes back the effect of invalidateblock.',
  parameters: [{ name: 'blockhash', types: ['string'] }],
  run(given, { bitcoin }) {
    bitcoin.chain.reconsider(bitcoin.blockOf(given.hash('blockhash')))
    bitcoin.changed()
    return null
  },
}
