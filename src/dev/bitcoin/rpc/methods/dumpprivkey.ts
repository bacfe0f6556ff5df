import { encodePrivateKey } from '../../../../bitcoin/keys/walletImportFormat.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { checkedScript } from '../checkedScript.ts'
import type { BitcoinMethod } from '../method.ts'

export const dumpprivkey: BitcoinMethod = {
  name: 'dumpprivkey',
  summary: 'Returns the private key of an address of the wallet.',
  parameters: [{ name: 'address', types: ['string'] }],
  run(given, { bitcoin }) {
    const script = checkedScript(given.text('address'), 'Invalid Bitcoin address')
    const key = bitcoin.wallet.keys.of(script)
    if (!key) {
      throw bitcoinError('wallet', `Private key for address ${given.text('address')} is not known`)
    }
    return encodePrivateKey(key.privateKey)
  },
}
