import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import type { BitcoinMethod } from '../method.ts'
import { confirmationsOf } from '../shapes/blockShapes.ts'

export const gettransaction: BitcoinMethod = {
  name: 'gettransaction',
  summary: 'Returns a transaction that pays to the wallet.',
  parameters: [
    { name: 'txid', types: ['string'] },
    { name: 'include_watchonly', types: ['bool'], isOptional: true },
    { name: 'verbose', types: ['bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const { chain, wallet } = bitcoin
    const key = given.hash('txid')
    const block = chain.placeOf(key)
    const known = block?.transactions.find((each) => each.key === key) ?? chain.mempool.get(key)
    const isOurs = known?.transaction.outputs.some(({ script }) => wallet.keys.of(script) !== undefined)
    if (!known || !isOurs) throw bitcoinError('invalidAddressOrKey', 'Invalid or non-wallet transaction id')
    return {
      txid: key,
      confirmations: block ? confirmationsOf(block, chain) : 0,
      ...(block && {
        blockhash: block.key,
        blockheight: block.height,
        blockindex: block.transactions.indexOf(known),
        blocktime: block.header.time,
      }),
      hex: toHexDigits(known.raw),
    }
  },
}
