import { toHex } from '../../../primitives/hex.ts'
import { prices } from '../../budget/workPrices.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import { optional, required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { expectWallet } from '../../submission/submission.ts'

export const personalSign = defineMethod({
  name: 'personal_sign',
  summary: 'The same as eth_sign with the message as the first parameter, as ethers and viem send it.',
  params: [
    required('message', data),
    required('address', address),
    // Clients send no usable passphrase with this method, so the account must be unlocked.
    optional('passphrase', text, undefined),
  ],
  result: schema.data,
  cost: 2,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([message, account], { node, work }) {
    work.addDone(message.length * prices.hashedByte)
    return toHex(expectWallet(node).signMessage(account, message))
  },
})
