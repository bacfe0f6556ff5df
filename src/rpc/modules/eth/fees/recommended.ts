import type { RpcNode } from '../../../node/rpcNode.ts'

export const minimumGasPrice = ({ chain }: RpcNode): bigint => chain.head.header.minimumGasPrice ?? 0n

/** The price to offer for the next block. */
export const recommendedGasPrice = (node: RpcNode): bigint =>
  node.pool.gasPrices.recommended(minimumGasPrice(node))
