import { after } from '../../../primitives/work/later.ts'
import * as schema from '../../json/schema.ts'
import { miningOrder } from '../../params/miningOrder.ts'
import { optional } from '../../params/parameter.ts'
import { defineLocalMethod } from './localChain.ts'
import { mineInSlices } from './mineInSlices.ts'

export const evmMine = defineLocalMethod({
  name: 'evm_mine',
  summary: 'Mines one block, or the given number of blocks, at the current time or a given timestamp.',
  params: [optional('order', miningOrder, { blocks: 1, timestamp: undefined })],
  result: schema.nothing,
  cost: 10,
  handler: ([{ blocks, timestamp }], local, { work }) =>
    after(
      mineInSlices(blocks, work, (mined) => local.mine(mined === 0 ? timestamp : undefined)),
      () => null,
    ),
})
