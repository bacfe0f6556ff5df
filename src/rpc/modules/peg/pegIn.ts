import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { text } from '../../params/text.ts'
import { argument } from '../development/developmentChain.ts'
import { expectPeg, members, needed, orPegRefusal, satoshis } from './pegOfNode.ts'

const request = members({ satoshis, to: address, from: address, refundAddress: text })

export const pegPegIn = defineMethod({
  name: 'peg_in',
  summary:
    'Pays bitcoins to the federation: from the wallet or from the key of `from`, for `to` or for the payer’s own account.',
  params: [argument('request', request)],
  result: schema.objectOf({
    bitcoinTransaction: schema.text,
    receiver: schema.nullable(schema.address),
    satoshis: schema.number,
    minimum: schema.number,
  }),
  cost: 20,
  effect: 'changes-chain',
  access: 'everyone',
  async handler([{ satoshis: amount, ...rest }], { node }) {
    const peg = expectPeg(node)
    const given = needed('satoshis', amount)
    const { id, receiver } = await orPegRefusal(() => peg.pegIn({ satoshis: given, ...rest }))
    return {
      bitcoinTransaction: toHexDigits(id),
      receiver: receiver === undefined ? null : toHex(receiver),
      satoshis: Number(given),
      minimum: Number(peg.summary().minimumPegin),
    }
  },
})
