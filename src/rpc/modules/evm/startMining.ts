import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectLocalChain } from './localChain.ts'

export const evmStartMining = defineMethod({
  name: 'evm_startMining',
  summary: 'Starts automatic mining again, and mines the pending transactions.',
  params: [],
  result: schema.nothing,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectLocalChain(node, 'evm_startMining').startMining()
    return null
  },
})
