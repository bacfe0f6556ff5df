import * as schema from '../../json/schema.ts'
import { optionalArgument } from '../development/developmentChain.ts'
import { definePegMethod, satoshis } from './pegOfNode.ts'

export const pegLockingCap = definePegMethod({
  name: 'peg_lockingCap',
  summary: 'The maximum satoshis of the peg; an amount raises it first, at most to twice its value.',
  params: [optionalArgument('satoshis', satoshis, undefined)],
  result: schema.number,
  cost: 10,
  handler: async ([amount], peg) => Number(await peg.lockingCap(amount)),
})
