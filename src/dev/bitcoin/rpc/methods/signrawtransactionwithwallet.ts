import type { BitcoinMethod } from '../method.ts'
import { rawTransaction } from '../rawTransaction.ts'
import { signedShape } from '../signedShape.ts'

export const signrawtransactionwithwallet: BitcoinMethod = {
  name: 'signrawtransactionwithwallet',
  summary: 'Signs the inputs of a transaction that belong to the wallet.',
  parameters: [
    { name: 'hexstring', types: ['string'] },
    { name: 'prevtxs', types: ['array'], isOptional: true },
    { name: 'sighashtype', types: ['string'], isOptional: true },
  ],
  run: (given, { bitcoin }) =>
    signedShape(rawTransaction(given.text('hexstring')), given, bitcoin, (script) =>
      bitcoin.wallet.keys.of(script),
    ),
}
