import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod, defineRead } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { transactionSchema, transactionShape } from '../../shapes/transactionShape.ts'
import { firstBlock, searchStates } from '../ots/firstBlock.ts'

/** Work of a binary search over states, and of the senders in the block that it finds. */
const unitsPerSearch = 30

interface MinedTransaction {
  readonly block: StoredBlock
  readonly index: number
  readonly transaction: Transaction
}

/** The transaction of the best chain by its sender and nonce, found by a binary search over states. */
export function minedTransactionOf(
  sender: Address,
  nonce: bigint,
  node: ReadNode,
): MinedTransaction | undefined {
  const sentIn = (block: StoredBlock): MinedTransaction | undefined => {
    const isWanted = (each: Transaction): boolean =>
      each.nonceValue === nonce && each.sender !== undefined && equalBytes(each.sender, sender)
    const index = block.transactions.findIndex(isWanted)
    const transaction = block.transactions[index]
    return transaction && { block, index, transaction }
  }
  const search = (): MinedTransaction | undefined => {
    const block = firstBlock(node, (state) => state.nonce(sender) > nonce)
    return block && sentIn(block)
  }
  return searchStates(node, sender, search, sentIn)
}

/** The mined part of `eth_getTransactionBySenderAndNonce`, which may be heavy. */
export const fleetMinedTransaction = defineRead({
  name: 'fleet_minedTransaction',
  summary: 'For the node itself: finds a mined transaction by its sender and nonce; null for an unknown one.',
  params: [required('sender', address), required('nonce', quantity)],
  result: schema.nullable(transactionSchema),
  asks: 'latest',
  upstream: 'never',
  access: 'gateways',
  handler([sender, nonce], { node, work }) {
    work.add(unitsPerSearch)
    const mined = minedTransactionOf(sender, nonce, node)
    return mined === undefined ? null : transactionShape(mined.transaction, mined)
  },
})

export const ethGetTransactionBySenderAndNonce = defineMethod({
  name: 'eth_getTransactionBySenderAndNonce',
  summary: 'Finds a mined or pending transaction by its sender and nonce; null for an unknown one.',
  params: [required('sender', address), required('nonce', quantity)],
  result: schema.nullable(transactionSchema),
  cost: 30,
  asks: 'latest',
  upstream: 'never',
  handler([sender, nonce], { node, call }) {
    const { pending } = node.pool.transactionsOf(sender)
    const found = pending.find(({ nonceValue }) => nonceValue === nonce)
    if (found !== undefined) return transactionShape(found, null)
    return call.ask(fleetMinedTransaction, [toHex(sender), toQuantity(nonce)])
  },
})
