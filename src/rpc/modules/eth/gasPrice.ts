import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookupNode } from '../../node/lookupNode.ts'
import { hasBaseFee } from '../../shapes/blockShape.ts'

/** The minimum price of a transaction in the next block; a developer may have changed it since the best block. */
export const minimumGasPrice = ({ chain, development }: Pick<LookupNode, 'chain' | 'development'>): bigint =>
  development?.settings.minimumGasPriceTarget ?? chain.head.header.minimumGasPrice ?? 0n

/**
 * The recommended gas price of a transaction for the next block. With typed transactions it is zero on development chains
 * only: the drafts refuse a fee of zero in the form that libraries write (D33).
 */
export function recommendedGasPrice(node: LookupNode): bigint {
  const price = node.pool.gasPrices.recommended(minimumGasPrice(node))
  if (price > 0n || node.network.isDevelopment) return price
  return hasBaseFee(node.network, node.chain.head.number + 1) ? 1n : price
}

export const ethGasPrice = defineMethod({
  name: 'eth_gasPrice',
  summary: 'A gas price with which transactions are mined soon.',
  result: schema.quantity,
  asks: 'latest',
  upstream: 'trusted',
  handler: (_, { node }) => toQuantity(recommendedGasPrice(node)),
})

export const ethMaxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary:
    'The recommended gas price minus the minimum gas price, which takes the place of EIP-1559’s base fee; all of it where blocks have a base fee of zero.',
  result: schema.quantity,
  asks: 'latest',
  upstream: 'trusted',
  handler(_, { node }) {
    const { network, chain } = node
    const baseFee = hasBaseFee(network, chain.head.number + 1) ? 0n : minimumGasPrice(node)
    const above = recommendedGasPrice(node) - baseFee
    return toQuantity(above > 0n ? above : 0n)
  },
})
