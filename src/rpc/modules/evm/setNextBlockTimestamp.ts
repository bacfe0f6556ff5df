import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { seconds } from '../../params/seconds.ts'
import { expectLocalChain } from './localChain.ts'

export const evmSetNextBlockTimestamp = defineMethod({
  name: 'evm_setNextBlockTimestamp',
  summary: 'Sets the timestamp of the next block; the clock continues from there.',
  params: [required('timestamp', seconds)],
  result: schema.quantity,
  cost: 1,
  handler([timestamp], { node }) {
    expectLocalChain(node, 'evm_setNextBlockTimestamp').setNextTimestamp(timestamp)
    return toQuantity(timestamp)
  },
})
