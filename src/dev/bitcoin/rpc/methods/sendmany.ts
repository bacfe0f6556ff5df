import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { satoshisOf } from '../amounts.ts'
import { checkedScript } from '../checkedScript.ts'
import type { BitcoinMethod } from '../method.ts'

export const sendmany: BitcoinMethod = {
  name: 'sendmany',
  summary: 'Pays several receivers from the wallet and returns the id of the transaction.',
  parameters: [
    { name: 'dummy', types: ['string'], isOptional: true },
    { name: 'amounts', types: ['object'] },
  ],
  run(given, { bitcoin }) {
    const outputs = Object.entries(given.object('amounts')).map(([address, amount]) => ({
      value: satoshisOf(amount),
      script: checkedScript(address, `Invalid Bitcoin address: ${address}`),
    }))
    if (outputs.length === 0)
      throw bitcoinError('invalidParameter', 'Transaction must have at least one recipient')
    return toHexDigits(bitcoin.payOutputs(outputs, {}))
  },
}
