import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilSetCoinbase = defineMethod({
  name: 'anvil_setCoinbase',
  aliases: ['hardhat_setCoinbase', 'ganache_setCoinbase', 'miner_setEtherbase'],
  summary: 'Sets the account that the next blocks pay.',
  params: [argument('address', address)],
  result: schema.boolean,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account], { node }) {
    expectDevelopment(node).setCoinbase(account)
    return true
  },
})
