import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectLocalChain } from './localChain.ts'

export const evmStopMining = defineMethod({
  name: 'evm_stopMining',
  summary: 'Lets transactions wait until a block is asked for.',
  params: [],
  result: schema.nothing,
  cost: 1,
  handler(_, { node }) {
    expectLocalChain(node, 'evm_stopMining').stopMining()
    return null
  },
})
