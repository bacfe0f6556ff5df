import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { text } from '../../params/plain.ts'
import { argument, expectDevelopment, orRefuse } from './developmentChain.ts'

export const evmRemoveAccount = defineMethod({
  name: 'evm_removeAccount',
  summary: 'Removes an account that evm_addAccount added; false if there is no such account.',
  params: [argument('address', address), argument('passphrase', text)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([account, passphrase], { node }) {
    const { addedAccounts } = expectDevelopment(node)
    return orRefuse(() => addedAccounts.remove(account, passphrase))
  },
})
