import { addressKind } from '../addressKind.ts'
import type { BitcoinMethod } from '../method.ts'

export const getnewaddress: BitcoinMethod = {
  name: 'getnewaddress',
  summary: 'Returns a new address of the wallet.',
  parameters: [
    { name: 'label', types: ['string'], isOptional: true },
    { name: 'address_type', types: ['string'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const kind = addressKind(given.text('address_type', 'legacy'))
    const key = bitcoin.wallet.keys.create(kind, given.text('label'))
    bitcoin.changed()
    return key.address
  },
}
