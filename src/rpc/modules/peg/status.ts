import { toHexDigits } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { text } from '../../params/text.ts'
import { optionalArgument } from '../development/developmentChain.ts'
import { definePegMethod } from './pegOfNode.ts'
import { pegInShape, pegOutShape, transactionShape } from './pegShapes.ts'

export const pegStatus = definePegMethod({
  name: 'peg_status',
  summary:
    'Peg-ins and peg-outs of the last blocks with their stage, the confirmations that are missing and what comes next.',
  params: [optionalArgument('id', text, undefined)],
  result: schema.objectOf({
    bitcoinHeight: schema.number,
    rootstockHeight: schema.number,
    pegIns: schema.arrayOf(schema.objectWith({})),
    pegOuts: schema.arrayOf(schema.objectWith({})),
    transactions: schema.arrayOf(schema.objectWith({})),
  }),
  cost: 20,
  effect: 'asks-node',
  async handler([id], peg, { node }) {
    const { pegIns, pegOuts, transactions } = await peg.status()
    const wanted = id?.toLowerCase().replace(/^0x/, '')
    const isWanted = (bytes: Uint8Array | undefined): boolean =>
      wanted === undefined || (bytes !== undefined && toHexDigits(bytes) === wanted)
    return {
      bitcoinHeight: await peg.bitcoin.height(),
      rootstockHeight: node.chain.head.number,
      pegIns: pegIns.filter((one) => isWanted(one.id)).map(pegInShape),
      pegOuts: pegOuts
        .filter((one) => isWanted(one.request) || isWanted(one.transaction?.id))
        .map(pegOutShape),
      transactions: transactions
        .filter((one) => isWanted(one.id) || isWanted(one.unsignedId))
        .map(transactionShape),
    }
  },
})
