import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const anvilRemoveBlockTimestampInterval = defineMethod({
  name: 'anvil_removeBlockTimestampInterval',
  aliases: ['hardhat_removeBlockTimestampInterval', 'ganache_removeBlockTimestampInterval'],
  summary: 'Lets the timestamps of blocks follow the clock again.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectDevelopment(node).setBlockSeconds(undefined)
    return true
  },
})
