import * as schema from '../../json/schema.ts'
import { miningOrder } from '../../params/miningOrder.ts'
import { optional } from '../../params/parameter.ts'
import { defineLocalMethod } from './localChain.ts'

export const evmMine = defineLocalMethod({
  name: 'evm_mine',
  summary: 'Mines one block, or the given number of blocks, at the current time or a given timestamp.',
  params: [optional('order', miningOrder, { blocks: 1, timestamp: undefined })],
  result: schema.nothing,
  cost: 10,
  handler([{ blocks, timestamp }], local) {
    for (let mined = 0; mined < blocks; mined++) local.mine(mined === 0 ? timestamp : undefined)
    return null
  },
})
