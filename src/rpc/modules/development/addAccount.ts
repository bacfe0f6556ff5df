import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { text } from '../../params/text.ts'
import { argument, defineDevelopmentMethod, orRefuse } from './developmentChain.ts'

export const evmAddAccount = defineDevelopmentMethod({
  name: 'evm_addAccount',
  summary:
    'Adds an account without a key, locked with a passphrase; personal_unlockAccount lets it send transactions. False if the account is known.',
  params: [argument('address', address), argument('passphrase', text)],
  result: schema.boolean,
  effect: 'uses-node',
  handler([account, passphrase], { addedAccounts }, { node }) {
    if (node.wallet?.has(account)) return false
    return orRefuse(() => addedAccounts.add(account, passphrase))
  },
})

export const evmRemoveAccount = defineDevelopmentMethod({
  name: 'evm_removeAccount',
  summary: 'Removes an account that evm_addAccount added; false if there is no such account.',
  params: [argument('address', address), argument('passphrase', text)],
  result: schema.boolean,
  effect: 'uses-node',
  handler: ([account, passphrase], { addedAccounts }) =>
    orRefuse(() => addedAccounts.remove(account, passphrase)),
})
