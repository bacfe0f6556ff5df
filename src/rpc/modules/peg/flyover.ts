import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { argument } from '../development/developmentChain.ts'
import { expectPeg, members, needed, orPegRefusal, satoshis } from './pegOfNode.ts'

export const pegFlyover = defineMethod({
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
  effect: 'changes-chain',
  access: 'everyone',
  isLong: true,
  async handler([{ satoshis: amount, contract }], { node }) {
    const peg = expectPeg(node)
    const given = { satoshis: needed('satoshis', amount), contract }
    const outcome = await orPegRefusal(() => peg.flyover(given))
    return {
      bitcoinTransaction: toHexDigits(outcome.bitcoinId),
      contract: toHex(outcome.contract),
      derivationHash: toHex(outcome.derivationHash),
      registeredBy: toHex(outcome.registration),
      result: String(outcome.result),
    }
  },
})
