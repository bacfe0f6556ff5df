import { accountOf, privateKeyFromSeed } from '../../../wallet/privateKey.ts'
import * as schema from '../../json/schema.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { definePersonalMethod, owned, turnOf } from './wallet.ts'

export const personalNewAccount = definePersonalMethod({
  name: 'personal_newAccount',
  summary: 'Creates an account, encrypted with the passphrase and unlocked for half an hour.',
  params: [required('passphrase', text, 'Passphrase is null')],
  result: schema.address,
  cost: 50,
  isLong: true,
  handler: async ([passphrase], wallet, context) =>
    owned(await wallet.newAccount(passphrase, turnOf(context)), true, context),
})

export const personalNewAccountWithSeed = definePersonalMethod({
  name: 'personal_newAccountWithSeed',
  summary: 'Creates an account whose key is the hash of the text; it is unlocked and only kept in memory.',
  params: [required('seed', text, 'Seed is null')],
  result: schema.address,
  cost: 5,
  handler([seed], wallet, context) {
    const isNew = !wallet.has(accountOf(privateKeyFromSeed(seed)))
    return owned(wallet.addSeed(seed), isNew, context)
  },
})
