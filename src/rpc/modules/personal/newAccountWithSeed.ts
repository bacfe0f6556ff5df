import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { personalWallet } from './wallet.ts'

export const personalNewAccountWithSeed = defineMethod({
  name: 'personal_newAccountWithSeed',
  summary: 'Creates an account whose key is the hash of the text; it is unlocked and only kept in memory.',
  params: [required('seed', text, 'Seed is null')],
  result: schema.address,
  cost: 5,
  handler: ([seed], { node }) => toHex(personalWallet(node).addSeed(seed)),
})
