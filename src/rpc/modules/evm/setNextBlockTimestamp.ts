import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { seconds } from '../../params/quantity.ts'
import { argument } from '../development/developmentChain.ts'
import { defineLocalMethod } from './localChain.ts'

export const evmSetNextBlockTimestamp = defineLocalMethod({
  name: 'evm_setNextBlockTimestamp',
  summary: 'Sets the timestamp of the next block; the clock continues from there.',
  params: [argument('timestamp', seconds)],
  result: schema.quantity,
  handler([timestamp], local) {
    local.setNextTimestamp(timestamp)
    return toQuantity(timestamp)
  },
})
