import { minimumGasLimit } from '../../../protocol/gasBounds.ts'
import { noPreviousRandao } from '../../errors/errors.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, defineCommand, restricted } from './developmentChain.ts'

const maximumGasLimit = BigInt(Number.MAX_SAFE_INTEGER)

const blockGasLimit = restricted(
  quantity,
  (limit) => limit >= minimumGasLimit && limit <= maximumGasLimit,
  `the gas limit of a block is from ${minimumGasLimit} to ${maximumGasLimit}`,
)

export const evmSetBlockGasLimit = defineCommand({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit'],
  summary: 'Sets the gas limit from the next block on.',
  params: [argument('gasLimit', blockGasLimit)],
  run: ([limit], development) => development.setGasLimit(limit),
})

export const anvilSetCoinbase = defineCommand({
  name: 'anvil_setCoinbase',
  aliases: ['hardhat_setCoinbase', 'ganache_setCoinbase', 'miner_setEtherbase'],
  summary: 'Sets the account that the next blocks pay.',
  params: [argument('address', address)],
  run: ([account], development) => development.setCoinbase(account),
})

export const anvilSetMinGasPrice = defineCommand({
  name: 'anvil_setMinGasPrice',
  aliases: ['hardhat_setMinGasPrice', 'ganache_setMinGasPrice', 'miner_setGasPrice'],
  summary: 'Sets the minimum gas price from the next block on.',
  params: [argument('gasPrice', quantity)],
  run: ([price], development) => development.setMinimumGasPrice(price),
})

export const anvilSetNextBlockBaseFeePerGas = defineCommand({
  name: 'anvil_setNextBlockBaseFeePerGas',
  aliases: ['hardhat_setNextBlockBaseFeePerGas', 'ganache_setNextBlockBaseFeePerGas'],
  summary:
    'Sets the minimum gas price from the next block on, which is Rootstock’s counterpart of the base fee.',
  params: [argument('baseFeePerGas', quantity)],
  run: ([price], development) => development.setMinimumGasPrice(price),
})

export const hardhatSetPrevRandao = defineCommand({
  name: 'hardhat_setPrevRandao',
  aliases: ['anvil_setPrevRandao'],
  summary: 'Answers an error, because Rootstock has no PREVRANDAO.',
  params: [argument('prevRandao', data)],
  run() {
    throw noPreviousRandao()
  },
})
