import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { minimumFeeRate } from '../../chain/relayPolicy.ts'
import { satoshisOf } from '../amounts.ts'
import { checkedScript } from '../checkedScript.ts'
import type { BitcoinMethod } from '../method.ts'

export const sendtoaddress: BitcoinMethod = {
  name: 'sendtoaddress',
  summary: 'Pays an amount in bitcoins from the wallet and returns the id of the transaction.',
  parameters: [
    { name: 'address', types: ['string'] },
    { name: 'amount', types: ['number', 'string'] },
    { name: 'comment', types: ['string'], isOptional: true },
    { name: 'comment_to', types: ['string'], isOptional: true },
    { name: 'subtractfeefromamount', types: ['bool'], isOptional: true },
    { name: 'replaceable', types: ['bool'], isOptional: true },
    { name: 'conf_target', types: ['number'], isOptional: true },
    { name: 'estimate_mode', types: ['string'], isOptional: true },
    { name: 'avoid_reuse', types: ['bool'], isOptional: true },
    { name: 'fee_rate', types: ['number', 'string'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const script = checkedScript(given.text('address'), `Invalid Bitcoin address: ${given.text('address')}`)
    const value = satoshisOf(given.get('amount'))
    if (value === 0n) throw bitcoinError('type', 'Invalid amount for send')
    const perByte = given.get('fee_rate')
    const feeRate = perByte === undefined ? undefined : BigInt(Math.round(Number(perByte) * 1000))
    if (feeRate !== undefined && feeRate < minimumFeeRate) {
      throw bitcoinError(
        'invalidParameter',
        `Fee rate (${Number(perByte).toFixed(3)} sat/vB) is lower than the minimum fee rate setting (1.000 sat/vB)`,
      )
    }
    const id = bitcoin.payOutputs([{ value, script }], {
      feeRate,
      subtractsFee: given.flag('subtractfeefromamount', false),
      isReplaceable: given.flag('replaceable', false),
    })
    return toHexDigits(id)
  },
}
