import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { boolean } from '../../params/text.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilGetAutomine = defineMethod({
  name: 'anvil_getAutomine',
  aliases: ['hardhat_getAutomine', 'ganache_getAutomine'],
  summary: 'Whether each transaction is mined at once.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'asks-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    return expectDevelopment(node).isAutomining
  },
})

export const evmSetAutomine = defineMethod({
  name: 'evm_setAutomine',
  aliases: ['anvil_setAutomine'],
  summary: 'Switches on or off that each transaction is mined at once.',
  params: [argument('enabled', boolean)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([isOn], { node }) {
    expectDevelopment(node).setAutomine(isOn)
    return true
  },
})

export const minerStart = defineMethod({
  name: 'miner_start',
  summary: 'Mines the waiting transactions, and from now on each transaction at once.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectDevelopment(node).setAutomine(true)
    return true
  },
})

export const minerStop = defineMethod({
  name: 'miner_stop',
  summary: 'Stops mining each transaction at once; transactions wait until a block is mined on request.',
  params: [],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler(_, { node }) {
    expectDevelopment(node).setAutomine(false)
    return true
  },
})
