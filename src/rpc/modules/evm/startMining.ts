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

export const evmStopMining = defineMethod({
  name: 'evm_stopMining',
  summary: 'Stops automatic mining; transactions stay pending until a block is mined on request.',
  params: [],
  result: schema.nothing,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectLocalChain(node, 'evm_stopMining').stopMining()
    return null
  },
})
