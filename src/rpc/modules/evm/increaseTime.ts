import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { seconds } from '../../params/quantity.ts'
import { expectLocalChain } from './localChain.ts'

export const evmIncreaseTime = defineMethod({
  name: 'evm_increaseTime',
  summary: 'Moves the clock forward and answers its total offset in seconds.',
  params: [required('seconds', seconds)],
  result: schema.quantity,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([duration], { node }) {
    const offset = expectLocalChain(node, 'evm_increaseTime').increaseTime(duration)
    return toQuantity(Math.max(0, offset))
  },
})
