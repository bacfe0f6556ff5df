import { numberFrom, objectFrom } from './fields.ts'

/** The place of a transaction in the canonical chain of an endpoint. */
export interface PastPlace {
  readonly blockNumber: number
  readonly index: number
}

/** The place in the answer of `eth_getTransactionByHash`; undefined for an unknown or pending transaction. */
export function placeIn(result: unknown): PastPlace | undefined {
  if (result === null) return undefined
  const { blockNumber, transactionIndex }: { blockNumber?: unknown; transactionIndex?: unknown } = objectFrom(
    result,
    'transaction',
  )
  if (blockNumber === null || blockNumber === undefined) return undefined
  return {
    blockNumber: numberFrom(blockNumber, 'transaction.blockNumber'),
    index: numberFrom(transactionIndex, 'transaction.transactionIndex'),
  }
}
