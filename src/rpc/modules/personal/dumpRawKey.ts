import { toHex } from '../../../primitives/hex.ts'
import { accountNotFound } from '../../../wallet/walletError.ts'
import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { definePersonalMethod, withoutReasons } from './wallet.ts'

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
