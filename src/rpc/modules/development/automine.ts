import * as schema from '../../json/schema.ts'
import { boolean } from '../../params/text.ts'
import { argument, defineCommand, defineDevelopmentMethod } from './developmentChain.ts'

export const anvilGetAutomine = defineDevelopmentMethod({
  name: 'anvil_getAutomine',
  aliases: ['hardhat_getAutomine', 'ganache_getAutomine'],
  summary: 'Whether each transaction is mined at once.',
  result: schema.boolean,
  effect: 'asks-node',
  handler: (_, development) => development.isAutomining,
})

export const evmSetAutomine = defineCommand({
  name: 'evm_setAutomine',
  aliases: ['anvil_setAutomine'],
  summary: 'Switches on or off that each transaction is mined at once.',
  params: [argument('enabled', boolean)],
  effect: 'uses-node',
  run: ([isOn], development) => development.setAutomine(isOn),
})

export const minerStart = defineCommand({
  name: 'miner_start',
  summary: 'Mines the waiting transactions, and from now on each transaction at once.',
  effect: 'uses-node',
  run: (_, development) => development.setAutomine(true),
})

export const minerStop = defineCommand({
  name: 'miner_stop',
  summary: 'Stops mining each transaction at once; transactions wait until a block is mined on request.',
  effect: 'uses-node',
  run: (_, development) => development.setAutomine(false),
})
