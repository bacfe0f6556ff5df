import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { seconds } from '../../params/quantity.ts'
import { argument } from '../development/developmentChain.ts'
import { expectLocalChain } from './localChain.ts'

export const evmSetNextBlockTimestamp = defineMethod({
  name: 'evm_setNextBlockTimestamp',
  summary: 'Sets the timestamp of the next block; the clock continues from there.',
  params: [argument('timestamp', seconds)],
  result: schema.quantity,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([timestamp], { node }) {
    expectLocalChain(node, 'evm_setNextBlockTimestamp').setNextTimestamp(timestamp)
    return toQuantity(timestamp)
  },
})
