import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethAccounts = defineMethod({
  name: 'eth_accounts',
  summary: 'The accounts of the local wallet; empty on networks without a wallet.',
  params: [],
  result: schema.arrayOf(schema.address),
  cost: 1,
  handler: (_, { node }) => (node.wallet?.accounts ?? []).map(toHex),
})
