import { toHex } from '../../../primitives/hex.ts'
import { accountNotFound } from '../../../wallet/walletError.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { personalWallet, withoutReasons } from './wallet.ts'

export const personalDumpRawKey = defineMethod({
  name: 'personal_dumpRawKey',
  summary: 'The private key of an unlocked account.',
  params: [required('address', address)],
  result: schema.hash,
  cost: 2,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([account], { node, accountOwners, keyName }) {
    const wallet = personalWallet(node)
    try {
      if (!accountOwners.isVisible(account, keyName)) throw accountNotFound()
      return toHex(wallet.dumpKey(account))
    } catch (error) {
      return withoutReasons(error)
    }
  },
})
