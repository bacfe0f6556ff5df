import { encodeTransaction } from '../../../../bitcoin/transactions/transaction.ts'
import { toHexDigits } from '../../../../primitives/hex.ts'
import type { BitcoinMethod } from '../method.ts'
import { inputOf, outputsOf } from '../newTransaction.ts'

export const createrawtransaction: BitcoinMethod = {
  name: 'createrawtransaction',
  summary: 'Makes a transaction without signatures from outpoints and outputs.',
  parameters: [
    { name: 'inputs', types: ['array'] },
    { name: 'outputs', types: ['array', 'object'] },
    { name: 'locktime', types: ['number'], isOptional: true },
    { name: 'replaceable', types: ['bool'], isOptional: true },
  ],
  run(given) {
    const lockTime = given.integer('locktime', 0)
    const isReplaceable = given.flag('replaceable', true)
    const transaction = {
      version: 2,
      inputs: given.list('inputs').map((input) => inputOf(input, lockTime, isReplaceable)),
      outputs: outputsOf(given.get('outputs')),
      lockTime,
    }
    return toHexDigits(encodeTransaction(transaction))
  },
}
