import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { boolean } from '../../params/text.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilSetLoggingEnabled = defineMethod({
  name: 'anvil_setLoggingEnabled',
  aliases: ['hardhat_setLoggingEnabled', 'ganache_setLoggingEnabled'],
  summary: 'Switches the log of calls and transactions on or off.',
  params: [argument('enabled', boolean)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([isOn], { node }) {
    expectDevelopment(node).isLogging = isOn
    return true
  },
})
