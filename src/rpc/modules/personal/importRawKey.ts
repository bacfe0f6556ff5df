import { accountOf, privateKeyFromBytes } from '../../../wallet/privateKey.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { privateKey } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { owned, personalWallet, turnOf } from './wallet.ts'

export const personalImportRawKey = defineMethod({
  name: 'personal_importRawKey',
  summary: 'Stores a private key, encrypted with the passphrase and unlocked for half an hour.',
  params: [required('privateKey', privateKey, 'Key cannot be null.'), required('passphrase', text)],
  result: schema.address,
  cost: 50,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  isLong: true,
  async handler([key, passphrase], context) {
    const wallet = personalWallet(context.node)
    const isNew = !wallet.has(accountOf(privateKeyFromBytes(key)))
    return owned(await wallet.importKey(key, passphrase, turnOf(context)), isNew, context)
  },
})
