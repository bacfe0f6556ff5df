import { accountOf, privateKeyFromSeed } from '../../../wallet/privateKey.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { owned, personalWallet, turnOf } from './wallet.ts'

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
    owned(await personalWallet(context.node).newAccount(passphrase, turnOf(context)), true, context),
})

export const personalNewAccountWithSeed = defineMethod({
  name: 'personal_newAccountWithSeed',
  summary: 'Creates an account whose key is the hash of the text; it is unlocked and only kept in memory.',
  params: [required('seed', text, 'Seed is null')],
  result: schema.address,
  cost: 5,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([seed], context) {
    const wallet = personalWallet(context.node)
    const isNew = !wallet.has(accountOf(privateKeyFromSeed(seed)))
    return owned(wallet.addSeed(seed), isNew, context)
  },
})
