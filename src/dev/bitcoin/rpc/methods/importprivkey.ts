import { decodePrivateKey } from '../../../../bitcoin/keys/walletImportFormat.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import type { BitcoinMethod } from '../method.ts'

export const importprivkey: BitcoinMethod = {
  name: 'importprivkey',
  summary: 'Adds a private key to the wallet.',
  parameters: [
    { name: 'privkey', types: ['string'] },
    { name: 'label', types: ['string'], isOptional: true },
    { name: 'rescan', types: ['bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const key = decodePrivateKey(given.text('privkey'))
    if (!key) throw bitcoinError('invalidAddressOrKey', 'Invalid private key encoding')
    bitcoin.wallet.keys.import(key.privateKey, key.isCompressed, given.text('label'))
    bitcoin.changed()
    return null
  },
}
