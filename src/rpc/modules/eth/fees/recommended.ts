import type { RpcNode } from '../../../node/rpcNode.ts'

/** The least price of a transaction for the next block; a developer may have changed it since the best block. */
export const minimumGasPrice = ({ chain, development }: RpcNode): bigint =>
  development?.settings.minimumGasPriceTarget ?? chain.head.header.minimumGasPrice ?? 0n

/** The recommended gas price of a transaction for the next block. */
export const recommendedGasPrice = (node: RpcNode): bigint =>
  node.pool.gasPrices.recommended(minimumGasPrice(node))
