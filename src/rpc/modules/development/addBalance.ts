import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilAddBalance = defineMethod({
  name: 'anvil_addBalance',
  aliases: ['hardhat_addBalance', 'ganache_addBalance'],
  summary: 'Adds wei to the balance of an account.',
  params: [argument('address', address), argument('amount', quantity)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, amount], { node }) {
    expectDevelopment(node).edit((state) => {
      state.addBalance(account, amount)
    })
    return true
  },
})
