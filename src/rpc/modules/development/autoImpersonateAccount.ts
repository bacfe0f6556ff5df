import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { boolean } from '../../params/plain.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilAutoImpersonateAccount = defineMethod({
  name: 'anvil_autoImpersonateAccount',
  aliases: ['hardhat_autoImpersonateAccount', 'ganache_autoImpersonateAccount'],
  summary: 'Accepts transactions of every account without its signature, or no longer.',
  params: [argument('enabled', boolean)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([isOn], { node }) {
    expectDevelopment(node).impersonation.isAutomatic = isOn
    return true
  },
})
