import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import { optional, required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { expectWallet } from '../../submission/submission.ts'

export const personalSign = defineMethod({
  name: 'personal_sign',
  summary: 'The same as eth_sign with the message first, which is what ethers and viem ask for.',
  params: [
    required('message', data),
    required('address', address),
    // Accounts sign when they are unlocked; others are no use to clients that send no passphrase.
    optional('passphrase', text, undefined),
  ],
  result: schema.data,
  cost: 2,
  handler: ([message, account], { node }) => toHex(expectWallet(node).signMessage(account, message)),
})
