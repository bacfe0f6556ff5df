import { toHexDigits } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { definePegMethod } from './pegOfNode.ts'

export const pegBitcoin = definePegMethod({
  name: 'peg_bitcoin',
  summary:
    'The Bitcoin beside the chain: kind, best block, waiting transactions and the satoshis of its wallet.',
  result: schema.objectOf({
    kind: schema.text,
    height: schema.number,
    bestBlock: schema.text,
    waiting: schema.arrayOf(schema.text),
    satoshis: schema.number,
    isAutomatic: schema.boolean,
  }),
  cost: 10,
  effect: 'asks-node',
  async handler(_, { bitcoin, isAutomatic }) {
    const height = await bitcoin.height()
    return {
      kind: bitcoin.kind,
      height,
      bestBlock: toHexDigits(await bitcoin.blockHash(height)),
      waiting: (await bitcoin.waiting()).map(toHexDigits),
      satoshis: Number(await bitcoin.balance()),
      isAutomatic,
    }
  },
})
