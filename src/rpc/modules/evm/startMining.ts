import * as schema from '../../json/schema.ts'
import { defineLocalMethod } from './localChain.ts'

export const evmStartMining = defineLocalMethod({
  name: 'evm_startMining',
  summary: 'Starts automatic mining again, and mines the pending transactions.',
  result: schema.nothing,
  handler(_, local) {
    local.startMining()
    return null
  },
})

export const evmStopMining = defineLocalMethod({
  name: 'evm_stopMining',
  summary: 'Stops automatic mining; transactions stay pending until a block is mined on request.',
  result: schema.nothing,
  handler(_, local) {
    local.stopMining()
    return null
  },
})
