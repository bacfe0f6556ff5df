import { toHex } from '../../../primitives/hex.ts'
import { encodeBlock } from '../../../protocol/block.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { blockSchema, blockShape } from '../../shapes/blockShape.ts'

export const debugGetBadBlocks = defineMethod({
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
    chain.rejectedBlocks.latest.map(({ block, rejection: { reason, detail } }) => ({
      hash: toHex(block.header.hash),
      block: blockShape(block, { network, totalDifficulty: 0n, fullTransactions: true, skipsRemasc: false }),
      rlp: toHex(encodeBlock(block)),
      reason: `${reason}: ${detail}`,
    })),
})
