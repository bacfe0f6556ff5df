import { createdAddress } from '../../../evm/contractAddress.ts'
import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Transaction } from '../../../protocol/transactions/transaction.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { firstBlock, searchStates } from './firstBlock.ts'

export const otsGetContractCreator = defineMethod({
  name: 'ots_getContractCreator',
  summary:
    'The transaction and the account that created a contract; null for other accounts and contracts of the genesis block. A binary search over states, then one block is executed.',
  params: [required('address', address)],
  result: schema.nullable(schema.objectOf({ hash: schema.hash, creator: schema.address })),
  cost: 100,
  placement: 'reader',
  isLong: true,
  handler([contract], { node, work }) {
    return searchStates<Json | StreamedJson>(
      node,
      contract,
      () => {
        const block = firstBlock(node, (state) => state.code(contract) !== undefined)
        if (block === undefined || block.number === 0) return null
        return new StreamedJson(
          node.traces.trace({ kind: 'creator', block: block.hash, contract }, undefined, work),
        )
      },
      ({ transactions }) => createdDirectly(transactions, contract),
      // Another contract created it: only an execution would tell which.
      (error) => {
        throw error
      },
    )
  },
})

function createdDirectly(transactions: readonly Transaction[], contract: Address): Json | undefined {
  for (const { to, sender, nonceValue, hash } of transactions) {
    if (to !== null || sender === undefined || !equalBytes(createdAddress(sender, nonceValue), contract))
      continue
    return { hash: toHex(hash), creator: toHex(sender) }
  }
  return undefined
}
