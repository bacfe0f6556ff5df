import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { expectWallet } from '../../submission/submission.ts'

export const ethSign = defineMethod({
  name: 'eth_sign',
  summary: 'Signs a message with the prefix of Ethereum’s signed messages (EIP-191), by an unlocked account.',
  params: [required('address', address), required('message', data)],
  result: schema.data,
  cost: 2,
  effect: 'uses-node',
  access: 'everyone',
  handler: ([account, message], { node }) => toHex(expectWallet(node).signMessage(account, message)),
})
