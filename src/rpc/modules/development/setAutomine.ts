import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { boolean } from '../../params/plain.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const evmSetAutomine = defineMethod({
  name: 'evm_setAutomine',
  aliases: ['anvil_setAutomine'],
  summary: 'Mines each transaction at once, or no longer.',
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
