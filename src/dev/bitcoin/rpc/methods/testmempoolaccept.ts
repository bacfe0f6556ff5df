import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { missingInputs, Rejection } from '../../chain/rejection.ts'
import { bitcoins } from '../amounts.ts'
import { maximumFee } from '../maximumFee.ts'
import type { BitcoinMethod } from '../method.ts'
import { rawTransaction } from '../rawTransaction.ts'

export const testmempoolaccept: BitcoinMethod = {
  name: 'testmempoolaccept',
  summary: 'Says whether the mempool would accept transactions, without adding them.',
  parameters: [
    { name: 'rawtxs', types: ['array'] },
    { name: 'maxfeerate', types: ['number', 'string'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const list = given.list('rawtxs')
    if (list.length !== 1) {
      throw bitcoinError('invalidParameter', 'Array must contain exactly one raw transaction for now')
    }
    const known = rawTransaction(typeof list[0] === 'string' ? list[0] : '')
    const names = { txid: known.key, wtxid: toHexDigits(known.hash) }
    try {
      const { fee } = bitcoin.chain.test(known)
      const maximum = maximumFee(known, given.get('maxfeerate'))
      if (maximum !== undefined && fee > maximum) {
        return [{ ...names, allowed: false, 'reject-reason': 'max-fee-exceeded' }]
      }
      return [{ ...names, allowed: true, vsize: known.virtualSize, fees: { base: bitcoins(fee) } }]
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const reason = error.reason === missingInputs ? 'missing-inputs' : error.reason
      return [{ ...names, allowed: false, 'reject-reason': reason }]
    }
  },
}
