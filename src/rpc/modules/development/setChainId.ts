import { helperRefused } from '../../errors/errors.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, defineCommand } from './developmentChain.ts'

export const anvilSetChainId = defineCommand({
  name: 'anvil_setChainId',
  summary:
    'Answers true for the id of the chain, and an error for another one: a running chain cannot change its id.',
  params: [argument('chainId', quantity)],
  run([chainId], _, { node }) {
    const { chainId: own } = node.network
    if (chainId === BigInt(own)) return
    throw helperRefused(
      `the chain has the id ${own}, by which its transactions are signed: start it with --chain-id`,
    )
  },
})
