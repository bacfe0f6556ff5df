import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'
import type { ReadNode } from '../../node/readNode.ts'

/**
 * Blocks that are looked at. A contract takes part in calls for the first time when it is created, unless its address was
 * paid or called before.
 */
const mostBlocks = 1_000

/** Who created a contract, as the execution of its block recorded; undefined when no record is found. */
export function recordedCreator({ chain }: Pick<ReadNode, 'chain'>, contract: Address): Json | undefined {
  const fromBlock = (chain.start?.number ?? 0) + 1
  const query = { fromBlock, toBlock: chain.head.number, participants: [[contract]] }
  let left = mostBlocks
  for (const number of chain.blocksWithParticipants(query)) {
    const creation = chain.creationsIn(number).find((each) => equalBytes(each.contract, contract))
    const transaction = creation && chain.select(number)?.transactions[creation.transactionIndex]
    if (transaction !== undefined) return { hash: toHex(transaction.hash), creator: toHex(creation!.creator) }
    if (--left === 0) break
  }
  return undefined
}
