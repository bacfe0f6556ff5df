import { toHex } from '../../../primitives/hex.ts'
import { accountOf, privateKeyFromBytes } from '../../../wallet/privateKey.ts'
import { accountNotFound } from '../../../wallet/walletError.ts'
import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { privateKey } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { definePersonalMethod, owned, turnOf, withoutReasons } from './wallet.ts'

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

export const personalDumpRawKey = definePersonalMethod({
  name: 'personal_dumpRawKey',
  summary: 'The private key of an unlocked account.',
  params: [required('address', address)],
  result: schema.hash,
  cost: 2,
  handler([account], wallet, { accountOwners, keyName }) {
    try {
      if (!accountOwners.isVisible(account, keyName)) throw accountNotFound()
      return toHex(wallet.dumpKey(account))
    } catch (error) {
      return withoutReasons(error)
    }
  },
})
