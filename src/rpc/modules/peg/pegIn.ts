import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { text } from '../../params/text.ts'
import { argument } from '../development/developmentChain.ts'
import { definePegMethod, members, needed, satoshis } from './pegOfNode.ts'

const request = members({ satoshis, to: address, from: address, refundAddress: text })

export const pegPegIn = definePegMethod({
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
  async handler([{ satoshis: amount, ...rest }], peg) {
    const given = needed('satoshis', amount)
    const { id, receiver } = await peg.pegIn({ satoshis: given, ...rest })
    return {
      bitcoinTransaction: toHexDigits(id),
      receiver: receiver === undefined ? null : toHex(receiver),
      satoshis: Number(given),
      minimum: Number(peg.summary().minimumPegin),
    }
  },
})
