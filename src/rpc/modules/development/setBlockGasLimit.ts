import { minimumGasLimit } from '../../../protocol/gasBounds.ts'
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
  cost: 1,
  effect: 'changes-chain',
  run: ([limit], development) => development.setGasLimit(limit),
})
