import { toHexDigits } from '../../../../primitives/hex.ts'
import { checkedCount } from '../checkedCount.ts'
import { checkedScript } from '../checkedScript.ts'
import type { BitcoinMethod } from '../method.ts'

export const generatetoaddress: BitcoinMethod = {
  name: 'generatetoaddress',
  summary: 'Mines blocks whose new coins go to an address; returns their hashes.',
  parameters: [
    { name: 'nblocks', types: ['number'] },
    { name: 'address', types: ['string'] },
    { name: 'maxtries', types: ['number'], isOptional: true },
  ],
  async run(given, { bitcoin }) {
    const count = given.integer('nblocks', 0)
    checkedScript(given.text('address'), 'Error: Invalid address')
    return (await bitcoin.generate(checkedCount(count), given.text('address'))).map(toHexDigits)
  },
}
