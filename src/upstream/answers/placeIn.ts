import type { Hash } from '../../primitives/bytes.ts'
import { hashFrom, numberFrom, objectFrom } from './fields.ts'

/** The place of a transaction in the canonical chain of an endpoint. */
export interface PastPlace {
  readonly blockNumber: number
  readonly index: number
}

/** A place, and the block that the endpoint has there. */
export interface NamedPlace extends PastPlace {
  readonly blockHash: Hash
}

/** The place in the answer of `eth_getTransactionByHash`; undefined for an unknown or pending transaction. */
export function placeIn(result: unknown): NamedPlace | undefined {
  if (result === null) return undefined
  const transaction = objectFrom(result, 'transaction')
  const blockNumber = transaction['blockNumber']
  if (blockNumber === null || blockNumber === undefined) return undefined
  return {
    blockNumber: numberFrom(blockNumber, 'transaction.blockNumber'),
    blockHash: hashFrom(transaction['blockHash'], 'transaction.blockHash'),
    index: numberFrom(transaction['transactionIndex'], 'transaction.transactionIndex'),
  }
}
