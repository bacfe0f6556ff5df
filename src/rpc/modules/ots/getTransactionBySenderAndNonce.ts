import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { firstBlock, searchStates } from './firstBlock.ts'

export const otsGetTransactionBySenderAndNonce = defineMethod({
  name: 'ots_getTransactionBySenderAndNonce',
  summary:
    'The hash of the transaction of an account with a nonce; null for none. A binary search over states.',
  params: [required('address', address), required('nonce', quantity)],
  result: schema.nullable(schema.hash),
  cost: 30,
  asks: 'latest',
  placement: 'chain',
  upstream: 'never',
  access: 'everyone',
  handler([sender, nonce], { node }) {
    const sentIn = ({ transactions }: StoredBlock): Transaction | undefined =>
      transactions.find(
        (transaction) =>
          transaction.nonceValue === nonce &&
          transaction.sender !== undefined &&
          equalBytes(transaction.sender, sender),
      )
    const found = searchStates(
      node,
      sender,
      () => {
        const block = firstBlock(node, (state) => state.nonce(sender) > nonce)
        return block && sentIn(block)
      },
      sentIn,
    )
    return found === undefined ? null : toHex(found.hash)
  },
})
