import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { personalWallet, visibleAccounts } from './wallet.ts'

export const personalListAccounts = defineMethod({
  name: 'personal_listAccounts',
  summary: 'The accounts of the wallet, including locked ones.',
  params: [],
  result: schema.arrayOf(schema.address),
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler(_, context) {
    personalWallet(context.node)
    const added = context.node.development?.addedAccounts.addresses ?? []
    return [...visibleAccounts(context), ...added.map(toHex)]
  },
})
