import type { RejectedBlock } from '../../../chain/importing/rejectedBlocks.ts'
import { toHex } from '../../../primitives/hex.ts'
import { encodeBlock } from '../../../protocol/block.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { brackets, enclosed } from '../../json/parts.ts'
import * as schema from '../../json/schema.ts'
import { defineInParts } from '../../method/method.ts'
import { blockSchema, blockShape } from '../../shapes/blockShape.ts'
import { transactionShape } from '../../shapes/transactionShape.ts'

const noTransactions = '"transactions":[]'

/** A block with its transactions one by one: the sender of each has to be recovered. */
function* badBlock(
  { block, rejection: { reason, detail } }: RejectedBlock,
  network: Network,
): Generator<string, void, undefined> {
  const { header, transactions } = block
  const options = { network, totalDifficulty: 0n, fullTransactions: false, skipsRemasc: false }
  const shape = { ...blockShape(block, options), transactions: [] }
  const text = JSON.stringify({ hash: toHex(header.hash), block: shape })
  const end = text.indexOf(noTransactions) + noTransactions.length
  yield text.slice(0, end - brackets.join('').length)
  function* shown(): Generator<string> {
    for (const [index, transaction] of transactions.entries())
      yield JSON.stringify(transactionShape(transaction, { block: header, index }))
  }
  yield* enclosed(brackets, shown())
  yield `${text.slice(end, -1)},"rlp":"${toHex(encodeBlock(block))}"`
  yield `,"reason":${JSON.stringify(`${reason}: ${detail}`)}}`
}

export const debugGetBadBlocks = defineInParts({
  name: 'debug_getBadBlocks',
  summary:
    'The latest blocks that this node rejected since its start, at most 10, the newest first, each with the reason and its RLP.',
  result: schema.arrayOf(
    schema.objectOf({ hash: schema.hash, block: blockSchema, rlp: schema.data, reason: schema.text }),
  ),
  cost: 20,
  effect: 'asks-node',
  access: 'everyone',
  handler: (_, { node: { chain, network } }) =>
    enclosed(
      brackets,
      chain.rejectedBlocks.latest.map((rejected) => badBlock(rejected, network)),
    ),
})
