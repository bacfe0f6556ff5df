import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectLocalChain } from './localChain.ts'

export const evmReset = defineMethod({
  name: 'evm_reset',
  summary: 'Restores the genesis block and discards all snapshots.',
  params: [],
  result: schema.nothing,
  cost: 10,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectLocalChain(node, 'evm_reset').reset()
    return null
  },
})
