import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { owned, personalWallet } from './wallet.ts'

export const personalNewAccount = defineMethod({
  name: 'personal_newAccount',
  summary: 'Creates an account, encrypted with the passphrase and unlocked for half an hour.',
  params: [required('passphrase', text, 'Passphrase is null')],
  result: schema.address,
  cost: 50,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  isLong: true,
  handler: async ([passphrase], context) =>
    owned(await personalWallet(context.node).newAccount(passphrase), true, context),
})
