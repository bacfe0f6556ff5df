import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { streamTrace } from '../trace/findTraced.ts'
import { firstBlock, isMissingState } from './firstBlock.ts'

/**
 * Maximum blocks that are searched. A contract takes part in calls for the first time when it is created, unless its
 * address was paid or called before.
 */
const maximumBlocks = 1_000

/** Who created a contract, as the execution of its block recorded; undefined when no record is found. */
export function recordedCreator({ chain }: Pick<ReadNode, 'chain'>, contract: Address): Json | undefined {
  const fromBlock = (chain.start?.number ?? 0) + 1
  const query = { fromBlock, toBlock: chain.head.number, participants: [[contract]] }
  let left = maximumBlocks
  for (const number of chain.blocksWithParticipants(query)) {
    const creation = chain.creationsIn(number).find((each) => equalBytes(each.contract, contract))
    const transaction = creation && chain.select(number)?.transactions[creation.transactionIndex]
    if (transaction !== undefined) return { hash: toHex(transaction.hash), creator: toHex(creation!.creator) }
    if (--left === 0) break
  }
  return undefined
}

export const otsGetContractCreator = defineRead({
  name: 'ots_getContractCreator',
  summary:
    'The transaction and the account that created a contract; null for other accounts and contracts of the genesis block. A binary search over states, then one block is executed; without the states, what the execution of the block recorded.',
  params: [required('address', address)],
  result: schema.nullable(schema.objectOf({ hash: schema.hash, creator: schema.address })),
  cost: 50,
  asks: 'latest',
  upstream: 'never',
  isLong: true,
  handler([contract], context) {
    const { node } = context
    try {
      const block = firstBlock(node, (state) => state.code(contract) !== undefined)
      if (block === undefined || block.number === 0) return null
      return streamTrace({ kind: 'creator', block: block.hash, contract }, context)
    } catch (error) {
      if (!isMissingState(error)) throw error
      const creator = recordedCreator(node, contract)
      // On a development chain every creation is recorded: the code was set by a helper, or is of the genesis block.
      if (creator === undefined && node.chain.network.isDevelopment !== true) throw error
      return creator ?? null
    }
  },
})
