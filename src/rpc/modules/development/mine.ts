import { setImmediate } from 'node:timers/promises'
import { invalidBlockCount } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { seconds } from '../../params/seconds.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { expectDevelopment, optionalArgument, orRefuse } from './developmentChain.ts'

/** The most blocks of one call: about ten seconds of work. */
const maximumBlocks = 10_000
/** Other calls are answered after this many blocks. */
const blocksAtOnce = 64

const blockCount: Codec<number> = {
  schema: quantity.schema,
  decode(value) {
    const count = quantity.decode(value)
    if (count > BigInt(maximumBlocks)) throw invalidBlockCount(maximumBlocks)
    return Number(count)
  },
}

export const anvilMine = defineMethod({
  name: 'anvil_mine',
  aliases: ['hardhat_mine', 'ganache_mine'],
  summary: 'Mines blocks, each a number of seconds later than the one before.',
  params: [optionalArgument('blocks', blockCount, 1), optionalArgument('interval', seconds, 0)],
  result: schema.boolean,
  cost: 50,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  isLong: true,
  async handler([blocks, interval], { node }) {
    expectDevelopment(node)
    const local = expectLocalChain(node, 'anvil_mine')
    for (let mined = 0; mined < blocks; mined++) {
      const { timestamp } = node.chain.head.header
      const isSpaced = mined > 0 && interval > 0
      orRefuse(() => local.mine(isSpaced ? timestamp + interval : undefined))
      if (mined % blocksAtOnce === blocksAtOnce - 1) await setImmediate()
    }
    return true
  },
})
