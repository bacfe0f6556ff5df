import type { RpcNode } from '../../../node/rpcNode.ts'

export const minimumGasPrice = ({ chain }: RpcNode): bigint => chain.head.header.minimumGasPrice ?? 0n

/** The recommended gas price of a transaction for the next block. */
export const recommendedGasPrice = (node: RpcNode): bigint =>
  node.pool.gasPrices.recommended(minimumGasPrice(node))
