import { after } from '../../../primitives/work/later.ts'
import { invalidBlockCount } from '../../errors/errors.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { miningOrder } from '../../params/miningOrder.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity, seconds } from '../../params/quantity.ts'
import { blockSchema, blockShape } from '../../shapes/blockShape.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { mineInSlices } from '../evm/mineInSlices.ts'
import { defineCommand, defineDevelopmentMethod, optionalArgument, orRefuse } from './developmentChain.ts'

/** Maximum blocks of one call: about a minute of work. A week has 20,160. */
const maximumBlocks = 100_000

const blockCount: Codec<number> = {
  schema: quantity.schema,
  decode(value) {
    const count = quantity.decode(value)
    if (count > BigInt(maximumBlocks)) throw invalidBlockCount(maximumBlocks)
    return Number(count)
  },
}

export const anvilMine = defineCommand({
  name: 'anvil_mine',
  aliases: ['hardhat_mine', 'ganache_mine'],
  summary: 'Mines blocks, each a number of seconds later than the one before.',
  params: [optionalArgument('blocks', blockCount, 1), optionalArgument('interval', seconds, 0)],
  cost: 50,
  isLong: true,
  run([blocks, interval], _, { node, work }) {
    const local = expectLocalChain(node, 'anvil_mine')
    return mineInSlices(blocks, work, (mined) => {
      const { timestamp } = node.chain.head.header
      const isSpaced = mined > 0 && interval > 0
      return orRefuse(() => local.mine(isSpaced ? timestamp + interval : undefined))
    })
  },
})

export const evmMineDetailed = defineDevelopmentMethod({
  name: 'evm_mine_detailed',
  aliases: ['anvil_mine_detailed'],
  summary: 'Mines as evm_mine does and answers the blocks with their transactions.',
  params: [optionalArgument('order', miningOrder, { blocks: 1, timestamp: undefined })],
  result: schema.arrayOf(blockSchema),
  cost: 20,
  handler([{ blocks, timestamp }], _development, { node, settings, work }) {
    const local = expectLocalChain(node, 'evm_mine_detailed')
    const { network, chain } = node
    const { skipsRemasc = false } = settings.development ?? {}
    const shapes: Json[] = []
    const mined = mineInSlices(blocks, work, (index) => {
      const block = orRefuse(() => local.mine(index === 0 ? timestamp : undefined))
      const { totalDifficulty } = chain.head
      shapes.push(blockShape(chain.head, { network, totalDifficulty, fullTransactions: true, skipsRemasc }))
      return block
    })
    return after(mined, () => shapes)
  },
})
