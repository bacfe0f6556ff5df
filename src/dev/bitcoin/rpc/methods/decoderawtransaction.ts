import type { BitcoinMethod } from '../method.ts'
import { rawTransaction } from '../rawTransaction.ts'
import { transactionShape } from '../shapes/transactionShape.ts'

export const decoderawtransaction: BitcoinMethod = {
  name: 'decoderawtransaction',
  summary: 'Shows a serialized transaction.',
  parameters: [
    { name: 'hexstring', types: ['string'] },
    { name: 'iswitness', types: ['bool'], isOptional: true },
  ],
  run: (given) => transactionShape(rawTransaction(given.text('hexstring'))),
}
