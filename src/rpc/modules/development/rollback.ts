import { helperRefused } from '../../errors/errors.ts'
import { quantity } from '../../params/quantity.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { defineCommand, optionalArgument } from './developmentChain.ts'

export const anvilRollback = defineCommand({
  name: 'anvil_rollback',
  summary: 'Removes the latest blocks; their transactions are lost.',
  params: [optionalArgument('depth', quantity, 1n)],
  cost: 10,
  run([depth], _, { node }) {
    const { number } = node.chain.head
    if (depth > BigInt(number)) throw helperRefused(`the chain has ${number} blocks above the first`)
    expectLocalChain(node, 'anvil_rollback').rollBack(number - Number(depth))
  },
})
