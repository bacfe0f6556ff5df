import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { boolean } from '../../params/text.ts'
import { argument, defineCommand, defineDevelopmentMethod, orRefuse } from './developmentChain.ts'

export const anvilImpersonateAccount = defineCommand({
  name: 'anvil_impersonateAccount',
  aliases: ['hardhat_impersonateAccount', 'ganache_impersonateAccount'],
  summary: 'Accepts transactions of an account without its signature.',
  params: [argument('address', address)],
  effect: 'uses-node',
  run: ([account], development) => orRefuse(() => development.impersonation.start(account)),
})

export const anvilStopImpersonatingAccount = defineDevelopmentMethod({
  name: 'anvil_stopImpersonatingAccount',
  aliases: ['hardhat_stopImpersonatingAccount', 'ganache_stopImpersonatingAccount'],
  summary: 'Requires the signature of an account again; false if it was required already.',
  params: [argument('address', address)],
  result: schema.boolean,
  effect: 'uses-node',
  handler: ([account], development) => development.impersonation.stop(account),
})

export const anvilAutoImpersonateAccount = defineCommand({
  name: 'anvil_autoImpersonateAccount',
  aliases: ['hardhat_autoImpersonateAccount', 'ganache_autoImpersonateAccount'],
  summary: 'Switches on or off that transactions of every account are accepted without its signature.',
  params: [argument('enabled', boolean)],
  effect: 'uses-node',
  run([isOn], development) {
    development.impersonation.isAutomatic = isOn
  },
})
