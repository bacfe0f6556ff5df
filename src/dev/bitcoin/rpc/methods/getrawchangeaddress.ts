import { addressKind } from '../addressKind.ts'
import type { BitcoinMethod } from '../method.ts'

export const getrawchangeaddress: BitcoinMethod = {
  name: 'getrawchangeaddress',
  summary: 'Returns a new address of the wallet for change.',
  parameters: [{ name: 'address_type', types: ['string'], isOptional: true }],
  run(given, { bitcoin }) {
    const key = bitcoin.wallet.keys.create(addressKind(given.text('address_type', 'legacy')))
    bitcoin.changed()
    return key.address
  },
}
