import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import type { BitcoinMethod } from '../method.ts'
import { confirmationsOf } from '../shapes/blockShapes.ts'
import { transactionShape } from '../shapes/transactionShape.ts'
import { verbosityOf } from '../verbosity.ts'

export const getrawtransaction: BitcoinMethod = {
  name: 'getrawtransaction',
  summary: 'Returns a transaction of the mempool or of a block: hex digits, or an object when verbose.',
  parameters: [
    { name: 'txid', types: ['string'] },
    { name: 'verbose', types: ['number', 'bool'], isOptional: true },
    { name: 'blockhash', types: ['string'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const { chain } = bitcoin
    const key = given.hash('txid')
    const named = given.get('blockhash') === undefined ? undefined : bitcoin.blockOf(given.hash('blockhash'))
    const block = named ?? chain.placeOf(key)
    const waiting = named ? undefined : chain.mempool.get(key)
    const known = block?.transactions.find((each) => each.key === key) ?? waiting
    if (!known) throw bitcoinError('invalidAddressOrKey', named ? notInBlock : notFound)
    if (verbosityOf(given.get('verbose'), 0) <= 0) return toHexDigits(known.raw)
    const place = block && {
      blockhash: block.key,
      confirmations: Math.max(0, confirmationsOf(block, chain)),
      time: block.header.time,
      blocktime: block.header.time,
    }
    const isActive = named && { in_active_chain: chain.isOnBestChain(named) }
    return { ...isActive, ...transactionShape(known), hex: toHexDigits(known.raw), ...place }
  },
}

const notFound = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'
const notInBlock =
  'No such transaction found in the provided block. Use gettransaction for wallet transactions.'
