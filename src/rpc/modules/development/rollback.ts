import { helperRefused } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { quantity } from '../../params/quantity.ts'
import { expectLocalChain } from '../evm/localChain.ts'
import { expectDevelopment, optionalArgument } from './developmentChain.ts'

export const anvilRollback = defineMethod({
  name: 'anvil_rollback',
  summary: 'Removes the latest blocks; their transactions are lost.',
  params: [optionalArgument('depth', quantity, 1n)],
  result: schema.boolean,
  cost: 10,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([depth], { node }) {
    expectDevelopment(node)
    const { number } = node.chain.head
    if (depth > BigInt(number)) throw helperRefused(`the chain has ${number} blocks above the first`)
    expectLocalChain(node, 'anvil_rollback').rollBack(number - Number(depth))
    return true
  },
})
