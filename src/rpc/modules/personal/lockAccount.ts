import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { personalWallet } from './wallet.ts'

export const personalLockAccount = defineMethod({
  name: 'personal_lockAccount',
  summary: 'Locks an account; false when it was not unlocked. A key that is only in memory is lost.',
  params: [required('address', address)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([account], { node }) {
    const wallet = personalWallet(node)
    const added = node.development?.addedAccounts
    return added?.has(account) ? added.lock(account) : wallet.lock(account)
  },
})
