import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { text } from '../../params/text.ts'
import { argument } from '../development/developmentChain.ts'
import { definePegMethod, members, needed, satoshis } from './pegOfNode.ts'

const request = members({ satoshis, from: address, bitcoinAddress: text })

export const pegPegOut = definePegMethod({
  name: 'peg_out',
  summary: 'Sends RBTC of an account to the Bridge, which pays to the address of the same key on Bitcoin.',
  params: [argument('request', request)],
  result: schema.objectOf({ transaction: schema.hash, bitcoinAddress: schema.text, satoshis: schema.number }),
  cost: 20,
  async handler([{ satoshis: amount, from, bitcoinAddress }], peg) {
    const given = { satoshis: needed('satoshis', amount), from: needed('from', from), bitcoinAddress }
    const { id, bitcoinAddress: receiver } = await peg.pegOut(given)
    return { transaction: toHex(id), bitcoinAddress: receiver, satoshis: Number(given.satoshis) }
  },
})
