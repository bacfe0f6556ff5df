import * as schema from '../../json/schema.ts'
import { defineMethod, type Method } from '../../method/method.ts'
import { seconds } from '../../params/quantity.ts'
import { argument, expectDevelopment, orRefuse } from './developmentChain.ts'

const method = (name: string, aliases: readonly string[], unit: string, perSecond: number): Method =>
  defineMethod({
    name,
    aliases,
    summary: `Makes each block later than its parent by this number of ${unit}.`,
    params: [argument('interval', seconds)],
    result: schema.boolean,
    cost: 1,
    effect: 'changes-chain',
    access: 'no-foreign-pages',
    handler([interval], { node }) {
      const whole = Math.ceil(interval / perSecond)
      orRefuse(() => expectDevelopment(node).setBlockSeconds(whole))
      return true
    },
  })

export const anvilSetBlockTimestampInterval = method(
  'anvil_setBlockTimestampInterval',
  ['ganache_setBlockTimestampInterval'],
  'seconds',
  1,
)

/** viem sends milliseconds in its mode `hardhat`. */
export const hardhatSetBlockTimestampInterval = method(
  'hardhat_setBlockTimestampInterval',
  [],
  'milliseconds',
  1000,
)

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
