import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilSetCode = defineMethod({
  name: 'anvil_setCode',
  aliases: ['hardhat_setCode', 'ganache_setCode', 'evm_setAccountCode'],
  summary: 'Sets the code of an account.',
  params: [argument('address', address), argument('code', data)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, code], { node }) {
    expectDevelopment(node).edit((state) => {
      state.saveCode(account, code)
      if (code.length > 0) state.markContract(account)
    })
    return true
  },
})
