import { accountOf, privateKeyFromBytes } from '../../../wallet/privateKey.ts'
import * as schema from '../../json/schema.ts'
import { privateKey } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { definePersonalMethod, owned, turnOf } from './wallet.ts'

export const personalImportRawKey = definePersonalMethod({
  name: 'personal_importRawKey',
  summary: 'Stores a private key, encrypted with the passphrase and unlocked for half an hour.',
  params: [required('privateKey', privateKey, 'Key cannot be null.'), required('passphrase', text)],
  result: schema.address,
  cost: 50,
  isLong: true,
  async handler([key, passphrase], wallet, context) {
    const isNew = !wallet.has(accountOf(privateKeyFromBytes(key)))
    return owned(await wallet.importKey(key, passphrase, turnOf(context)), isNew, context)
  },
})
