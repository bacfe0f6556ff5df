import { bitcoinError } from '../../bitcoinError.ts'
import { isUnspendable } from '../../chain/coins.ts'
import type { KnownTransaction } from '../../chain/knownTransaction.ts'
import type { SimulatedBitcoin } from '../../simulatedBitcoin.ts'
import { satoshisOf } from '../amounts.ts'
import { maximumFee } from '../maximumFee.ts'
import type { BitcoinMethod } from '../method.ts'
import { rawTransaction } from '../rawTransaction.ts'

export const sendrawtransaction: BitcoinMethod = {
  name: 'sendrawtransaction',
  summary: 'Adds a signed transaction to the mempool and returns its id.',
  parameters: [
    { name: 'hexstring', types: ['string'] },
    { name: 'maxfeerate', types: ['number', 'string'], isOptional: true },
    { name: 'maxburnamount', types: ['number', 'string'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const known = rawTransaction(given.text('hexstring'))
    const maximumBurn = given.get('maxburnamount') === undefined ? 0n : satoshisOf(given.get('maxburnamount'))
    if (known.transaction.outputs.some(({ script, value }) => isUnspendable(script) && value > maximumBurn)) {
      throw bitcoinError('verify', 'Unspendable output exceeds maximum configured by user (maxburnamount)')
    }
    const maximum = maximumFee(known, given.get('maxfeerate'))
    const isWaiting = bitcoin.chain.mempool.get(known.key) !== undefined
    if (maximum !== undefined && !isWaiting && !isInChain(known, bitcoin)) {
      const { fee } = bitcoin.chain.test(known)
      if (fee > maximum) {
        throw bitcoinError('verify', 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)')
      }
    }
    bitcoin.submit(known)
    return known.key
  },
}

const isInChain = ({ key, transaction }: KnownTransaction, { chain }: SimulatedBitcoin): boolean =>
  transaction.outputs.some((_, index) => chain.coins.get(`${key}:${index}`) !== undefined)
