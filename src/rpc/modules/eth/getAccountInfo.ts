import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { blockReference, latestBlock } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'

export const ethGetAccountInfo = defineMethod({
  name: 'eth_getAccountInfo',
  summary:
    'The balance, the nonce and the code of an account after a block; zero and empty for an unused one.',
  params: [required('address', address), optional('block', blockReference, latestBlock)],
  result: schema.objectOf({ balance: schema.quantity, nonce: schema.quantity, code: schema.data }),
  cost: 4,
  asks: blockOf('block'),
  upstream: 'state',
  access: 'everyone',
  handler([account, block], { node }) {
    const state = selectState(block, node)
    const balance = state.balance(account)
    const code = state.code(account)
    return {
      balance: toQuantity(balance > 0n ? balance : 0n),
      nonce: toQuantity(state.nonce(account)),
      code: code === undefined ? '0x' : toHex(code.bytes),
    }
  },
})
