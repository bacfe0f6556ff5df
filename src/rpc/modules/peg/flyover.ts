import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { argument } from '../development/developmentChain.ts'
import { definePegMethod, members, needed, satoshis } from './pegOfNode.ts'

export const pegFlyover = definePegMethod({
  name: 'peg_flyover',
  summary:
    'Pays to the address of a flyover, mines its confirmations and registers it with the contract of a liquidity provider.',
  params: [argument('request', members({ satoshis, contract: address }))],
  result: schema.objectOf({
    bitcoinTransaction: schema.text,
    contract: schema.address,
    derivationHash: schema.hash,
    registeredBy: schema.hash,
    result: schema.text,
  }),
  cost: 50,
  isLong: true,
  async handler([{ satoshis: amount, contract }], peg) {
    const given = { satoshis: needed('satoshis', amount), contract }
    const outcome = await peg.flyover(given)
    return {
      bitcoinTransaction: toHexDigits(outcome.bitcoinId),
      contract: toHex(outcome.contract),
      derivationHash: toHex(outcome.derivationHash),
      registeredBy: toHex(outcome.registration),
      result: String(outcome.result),
    }
  },
})
