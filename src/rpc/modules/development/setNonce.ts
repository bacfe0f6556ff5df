import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { argument, expectDevelopment } from './developmentChain.ts'
import { nonce } from './nonce.ts'

export const anvilSetNonce = defineMethod({
  name: 'anvil_setNonce',
  aliases: ['hardhat_setNonce', 'ganache_setNonce', 'evm_setAccountNonce'],
  summary: 'Sets the nonce of an account.',
  params: [argument('address', address), argument('nonce', nonce)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, value], { node }) {
    expectDevelopment(node).edit((state) => {
      state.setNonce(account, value)
    })
    return true
  },
})
