import { helperRefused } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilSetChainId = defineMethod({
  name: 'anvil_setChainId',
  summary:
    'Answers true for the id of the chain, and an error for another one: a running chain cannot change its id.',
  params: [argument('chainId', quantity)],
  result: schema.boolean,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([chainId], { node }) {
    expectDevelopment(node)
    const { chainId: own } = node.network
    if (chainId === BigInt(own)) return true
    throw helperRefused(
      `the chain has the id ${own}, by which its transactions are signed: start it with --chain-id`,
    )
  },
})
