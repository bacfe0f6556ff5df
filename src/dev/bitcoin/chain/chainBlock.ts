import { BitcoinHeader, bitcoinHeaderLength } from '../../../bitcoin/blocks/bitcoinHeader.ts'
import { targetOf, workOf } from '../../../bitcoin/blocks/target.ts'
import { ByteCursor } from '../../../bitcoin/serialization/byteCursor.ts'
import { type BitcoinTransaction, transactionAt } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import { type KnownTransaction, knownTransaction } from './knownTransaction.ts'

/** A block of the simulated chain, on the best branch or not. */
export interface RegtestBlock {
  readonly header: BitcoinHeader
  /** The hash in hex digits, in printed order. */
  readonly key: string
  readonly parent: RegtestBlock | undefined
  readonly height: number
  /** Sum of the work of this block and all before it. */
  readonly work: bigint
  /** Its number in order of arrival. */
  readonly serial: number
  /** Serialized with witnesses. */
  readonly bytes: Uint8Array
  readonly transactions: readonly KnownTransaction[]
}

const medianSpan = 11

/** Decodes a block of this simulation. */
export function readChainBlock(
  bytes: Uint8Array,
  parent: RegtestBlock | undefined,
  serial: number,
): RegtestBlock {
  const header = new BitcoinHeader(bytes.slice(0, bitcoinHeaderLength))
  return {
    header,
    key: toHexDigits(header.hash),
    parent,
    height: parent ? parent.height + 1 : 0,
    work: (parent?.work ?? 0n) + workOf(targetOf(header.bits)),
    serial,
    bytes,
    transactions: transactionsOf(bytes).map(knownTransaction),
  }
}

/** The transactions of a serialized Bitcoin block, with witnesses. */
export function transactionsOf(block: Uint8Array): BitcoinTransaction[] {
  const cursor = new ByteCursor(block.subarray(bitcoinHeaderLength))
  const transactions: BitcoinTransaction[] = []
  for (let left = cursor.count(); left > 0; left--) transactions.push(transactionAt(cursor))
  return transactions
}

/** The median time of a block and the ten before it, which the time of the next block must exceed. */
export function medianTimeOf(block: RegtestBlock): number {
  const times: number[] = []
  for (let at: RegtestBlock | undefined = block; at && times.length < medianSpan; at = at.parent)
    times.push(at.header.time)
  times.sort((a, b) => a - b)
  return times[times.length >> 1]!
}

export const weightOf = ({ bytes, transactions }: RegtestBlock): number => {
  const witnesses = transactions.reduce((sum, { raw, plainSize }) => sum + raw.length - plainSize, 0)
  return 4 * bytes.length - 3 * witnesses
}
