import { quantity } from '../../params/quantity.ts'
import { argument, defineCommand } from './developmentChain.ts'

export const anvilSetMinGasPrice = defineCommand({
  name: 'anvil_setMinGasPrice',
  aliases: ['hardhat_setMinGasPrice', 'ganache_setMinGasPrice', 'miner_setGasPrice'],
  summary: 'Sets the minimum gas price from the next block on.',
  params: [argument('gasPrice', quantity)],
  cost: 1,
  effect: 'changes-chain',
  run: ([price], development) => development.setMinimumGasPrice(price),
})

export const anvilSetNextBlockBaseFeePerGas = defineCommand({
  name: 'anvil_setNextBlockBaseFeePerGas',
  aliases: ['hardhat_setNextBlockBaseFeePerGas', 'ganache_setNextBlockBaseFeePerGas'],
  summary:
    'Sets the minimum gas price from the next block on, which is Rootstock’s counterpart of the base fee.',
  params: [argument('baseFeePerGas', quantity)],
  cost: 1,
  effect: 'changes-chain',
  run: ([price], development) => development.setMinimumGasPrice(price),
})
