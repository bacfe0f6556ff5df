import { minimumGasLimit } from '../../../protocol/gasBounds.ts'
import { helperRefused } from '../../errors/errors.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, defineCommand } from './developmentChain.ts'

const maximumGasLimit = BigInt(Number.MAX_SAFE_INTEGER)

const blockGasLimit: Codec<bigint> = {
  schema: quantity.schema,
  decode(value) {
    const limit = quantity.decode(value)
    if (limit < minimumGasLimit || limit > maximumGasLimit) {
      throw helperRefused(`the gas limit of a block is from ${minimumGasLimit} to ${maximumGasLimit}`)
    }
    return limit
  },
}

export const evmSetBlockGasLimit = defineCommand({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit'],
  summary: 'Sets the gas limit from the next block on.',
  params: [argument('gasLimit', blockGasLimit)],
  cost: 1,
  effect: 'changes-chain',
  run: ([limit], development) => development.setGasLimit(limit),
})
