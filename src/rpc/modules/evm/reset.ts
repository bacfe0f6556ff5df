import * as schema from '../../json/schema.ts'
import { defineLocalMethod } from './localChain.ts'

export const evmReset = defineLocalMethod({
  name: 'evm_reset',
  summary: 'Restores the genesis block and discards all snapshots.',
  result: schema.nothing,
  cost: 10,
  handler(_, local) {
    local.reset()
    return null
  },
})
