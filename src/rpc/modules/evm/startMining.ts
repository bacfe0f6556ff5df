import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectLocalChain } from './localChain.ts'

export const evmStartMining = defineMethod({
  name: 'evm_startMining',
  summary: 'Mines without being asked again, and what waits at once.',
  params: [],
  result: schema.nothing,
  cost: 1,
  handler(_, { node }) {
    expectLocalChain(node, 'evm_startMining').startMining()
    return null
  },
})
