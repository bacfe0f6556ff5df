import { unsignedBytes } from '../../primitives/integers.ts'
import type { Block } from '../../protocol/block.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'

const longestShortList = 55

/** The length of a block's RLP, computed without writing it: transactions keep their own encoding. */
export function blockSize({ header, transactions, uncles }: Block): number {
  const transactionBytes = transactions.reduce((sum, { encoded }) => sum + encoded.length, 0)
  const uncleBytes = uncles.reduce((sum, uncle) => sum + encodeHeader(uncle).length, 0)
  return listSize(encodeHeader(header).length + listSize(transactionBytes) + listSize(uncleBytes))
}

const listSize = (payload: number): number =>
  1 + (payload > longestShortList ? unsignedBytes(payload).length : 0) + payload
