import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { miningOrder } from '../../params/miningOrder.ts'
import { optional } from '../../params/parameter.ts'
import { expectLocalChain } from './localChain.ts'

export const evmMine = defineMethod({
  name: 'evm_mine',
  summary: 'Mines one block, or the given number of blocks, at the current time or a given timestamp.',
  params: [optional('order', miningOrder, { blocks: 1, timestamp: undefined })],
  result: schema.nothing,
  cost: 10,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([{ blocks, timestamp }], { node }) {
    const local = expectLocalChain(node, 'evm_mine')
    for (let mined = 0; mined < blocks; mined++) local.mine(mined === 0 ? timestamp : undefined)
    return null
  },
})
