import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilSetBalance = defineMethod({
  name: 'anvil_setBalance',
  aliases: ['hardhat_setBalance', 'ganache_setBalance', 'evm_setAccountBalance'],
  summary: 'Sets the balance of an account in wei.',
  params: [argument('address', address), argument('balance', quantity)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, balance], { node }) {
    expectDevelopment(node).edit((state) => {
      state.addBalance(account, balance - state.balance(account))
    })
    return true
  },
})
