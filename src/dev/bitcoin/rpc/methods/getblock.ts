import { toHexDigits } from '../../../../primitives/hex.ts'
import type { BitcoinMethod } from '../method.ts'
import { blockShape } from '../shapes/blockShapes.ts'
import { verbosityOf } from '../verbosity.ts'

export const getblock: BitcoinMethod = {
  name: 'getblock',
  summary: 'Returns a block: hex digits at verbosity 0, an object with ids at 1, with transactions at 2.',
  parameters: [
    { name: 'blockhash', types: ['string'] },
    { name: 'verbosity', types: ['number', 'bool'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const block = bitcoin.blockOf(given.hash('blockhash'))
    const verbosity = verbosityOf(given.get('verbosity'), 1)
    if (verbosity <= 0) return toHexDigits(block.bytes)
    return blockShape(block, bitcoin.chain, verbosity >= 2)
  },
}
