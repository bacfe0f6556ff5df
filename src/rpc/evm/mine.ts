import { expectLocalChain } from '../localChain.ts'
import { defineMethod } from '../method.ts'
import { optional } from '../params/parameter.ts'
import { seconds } from '../params/seconds.ts'
import * as schema from '../schema.ts'

export const evmMine = defineMethod({
  name: 'evm_mine',
  summary: 'Mines a block, with a timestamp if one is given.',
  params: [optional('timestamp', seconds, undefined)],
  result: schema.nothing,
  cost: 10,
  handler([timestamp], { node }) {
    expectLocalChain(node, 'evm_mine').mine(timestamp)
    return null
  },
})
