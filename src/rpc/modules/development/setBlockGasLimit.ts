import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { blockGasLimit } from './blockGasLimit.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const evmSetBlockGasLimit = defineMethod({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit'],
  summary: 'Sets the gas limit from the next block on.',
  params: [argument('gasLimit', blockGasLimit)],
  result: schema.boolean,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([limit], { node }) {
    expectDevelopment(node).setGasLimit(limit)
    return true
  },
})
