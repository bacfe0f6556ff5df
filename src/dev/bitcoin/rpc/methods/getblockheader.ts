import { toHexDigits } from '../../../../primitives/hex.ts'
import type { BitcoinMethod } from '../method.ts'
import { headerShape } from '../shapes/blockShapes.ts'

export const getblockheader: BitcoinMethod = {
  name: 'getblockheader',
  summary: 'Returns the header of a block: an object, or hex digits when verbose is false.',
  parameters: [
    { name: 'blockhash', types: ['string'] },
    { name: 'verbose', types: ['bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const block = bitcoin.blockOf(given.hash('blockhash'))
    return given.flag('verbose', true) ? headerShape(block, bitcoin.chain) : toHexDigits(block.header.bytes)
  },
}
