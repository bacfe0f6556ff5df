import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilSetMinGasPrice = defineMethod({
  name: 'anvil_setMinGasPrice',
  aliases: ['hardhat_setMinGasPrice', 'ganache_setMinGasPrice', 'miner_setGasPrice'],
  summary: 'Sets the minimum gas price from the next block on.',
  params: [argument('gasPrice', quantity)],
  result: schema.boolean,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([price], { node }) {
    expectDevelopment(node).setMinimumGasPrice(price)
    return true
  },
})

export const anvilSetNextBlockBaseFeePerGas = defineMethod({
  name: 'anvil_setNextBlockBaseFeePerGas',
  aliases: ['hardhat_setNextBlockBaseFeePerGas', 'ganache_setNextBlockBaseFeePerGas'],
  summary:
    'Sets the minimum gas price from the next block on, which is Rootstock’s counterpart of the base fee.',
  params: [argument('baseFeePerGas', quantity)],
  result: schema.boolean,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([price], { node }) {
    expectDevelopment(node).setMinimumGasPrice(price)
    return true
  },
})
