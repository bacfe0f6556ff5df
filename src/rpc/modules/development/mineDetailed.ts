import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { miningOrder } from '../../params/mining.ts'
import { blockSchema, blockShape } from '../../shapes/block.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { expectDevelopment, optionalArgument, orRefuse } from './developmentChain.ts'

export const evmMineDetailed = defineMethod({
  name: 'evm_mine_detailed',
  summary: 'Mines as evm_mine does and answers the blocks with their transactions.',
  params: [optionalArgument('order', miningOrder, { blocks: 1, timestamp: undefined })],
  result: schema.arrayOf(blockSchema),
  cost: 20,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([{ blocks, timestamp }], { node, settings }) {
    expectDevelopment(node)
    const local = expectLocalChain(node, 'evm_mine_detailed')
    const { network, chain } = node
    const { skipsRemasc = false, acceptsTyped: showsBaseFee = false } = settings.development ?? {}
    return Array.from({ length: blocks }, (_, mined) => {
      orRefuse(() => local.mine(mined === 0 ? timestamp : undefined))
      const { totalDifficulty } = chain.head
      return blockShape(chain.head, {
        network,
        totalDifficulty,
        fullTransactions: true,
        skipsRemasc,
        showsBaseFee,
      })
    })
  },
})
