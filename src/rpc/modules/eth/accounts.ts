import * as schema from '../../json/schema.ts'
import { alsoNamed, defineMethod } from '../../method/method.ts'
import { visibleAccounts } from '../personal/wallet.ts'

export const ethAccounts = defineMethod({
  name: 'eth_accounts',
  summary: 'The accounts of the local wallet; empty on networks without a wallet.',
  result: schema.arrayOf(schema.address),
  effect: 'uses-node',
  access: 'everyone',
  light: 'own',
  handler: (_, context) => visibleAccounts(context),
})

export const ethRequestAccounts = alsoNamed(
  ethAccounts,
  'eth_requestAccounts',
  'The same accounts as eth_accounts: a node has no user to ask for permission (EIP-1102).',
)
