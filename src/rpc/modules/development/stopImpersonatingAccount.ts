import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilStopImpersonatingAccount = defineMethod({
  name: 'anvil_stopImpersonatingAccount',
  aliases: ['hardhat_stopImpersonatingAccount', 'ganache_stopImpersonatingAccount'],
  summary: 'Requires the signature of an account again; false if it was required already.',
  params: [argument('address', address)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([account], { node }) {
    return expectDevelopment(node).impersonation.stop(account)
  },
})
