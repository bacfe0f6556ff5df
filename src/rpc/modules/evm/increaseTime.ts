import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { required } from '../../params/parameter.ts'
import { seconds } from '../../params/quantity.ts'
import { defineLocalMethod } from './localChain.ts'

export const evmIncreaseTime = defineLocalMethod({
  name: 'evm_increaseTime',
  summary: 'Moves the clock forward and answers its total offset in seconds.',
  params: [required('seconds', seconds)],
  result: schema.quantity,
  handler([duration], local) {
    const offset = local.increaseTime(duration)
    return toQuantity(Math.max(0, offset))
  },
})
