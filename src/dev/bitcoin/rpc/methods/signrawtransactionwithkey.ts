import { decodePrivateKey } from '../../../../bitcoin/keys/walletImportFormat.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { keysByScript } from '../../wallet/signing.ts'
import { keysOfImported } from '../../wallet/walletKeys.ts'
import type { BitcoinMethod } from '../method.ts'
import { rawTransaction } from '../rawTransaction.ts'
import { signedShape } from '../signedShape.ts'

export const signrawtransactionwithkey: BitcoinMethod = {
  name: 'signrawtransactionwithkey',
  summary: 'Signs the inputs of a transaction that belong to private keys.',
  parameters: [
    { name: 'hexstring', types: ['string'] },
    { name: 'privkeys', types: ['array'] },
    { name: 'prevtxs', types: ['array'], isOptional: true },
    { name: 'sighashtype', types: ['string'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const keys = given.list('privkeys').flatMap((text) => {
      const key = decodePrivateKey(typeof text === 'string' ? text : '')
      if (!key) throw bitcoinError('invalidAddressOrKey', 'Invalid private key')
      return keysOfImported(key.privateKey, key.isCompressed)
    })
    return signedShape(rawTransaction(given.text('hexstring')), given, bitcoin, keysByScript(keys))
  },
}
