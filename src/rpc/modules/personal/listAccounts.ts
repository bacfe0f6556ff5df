import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { definePersonalMethod, visibleAccounts } from './wallet.ts'

export const personalListAccounts = definePersonalMethod({
  name: 'personal_listAccounts',
  summary: 'The accounts of the wallet, including locked ones.',
  result: schema.arrayOf(schema.address),
  handler(_, _wallet, context) {
    const added = context.node.development?.addedAccounts.addresses ?? []
    return [...visibleAccounts(context), ...added.map(toHex)]
  },
})
