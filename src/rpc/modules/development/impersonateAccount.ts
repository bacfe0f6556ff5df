import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { argument, expectDevelopment, orRefuse } from './developmentChain.ts'

export const anvilImpersonateAccount = defineMethod({
  name: 'anvil_impersonateAccount',
  aliases: ['hardhat_impersonateAccount', 'ganache_impersonateAccount'],
  summary: 'Accepts transactions of an account without its signature.',
  params: [argument('address', address)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([account], { node }) {
    orRefuse(() => expectDevelopment(node).impersonation.start(account))
    return true
  },
})
