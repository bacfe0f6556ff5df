import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { boolean } from '../../params/text.ts'
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

export const anvilAutoImpersonateAccount = defineMethod({
  name: 'anvil_autoImpersonateAccount',
  aliases: ['hardhat_autoImpersonateAccount', 'ganache_autoImpersonateAccount'],
  summary: 'Switches on or off that transactions of every account are accepted without its signature.',
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
