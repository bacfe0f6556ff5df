import { Buffer } from '../../platform/buffer.ts'
import { concatBytes, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type Block, decodeVerifiedBlock, encodeBlock } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'

/** A block of the origin. */
export interface PastBlock {
  readonly block: Block
  readonly totalDifficulty: bigint
  /** Set if the developer of the origin has edited the state after the block, so that its header does not prove it. */
  readonly isEdited?: true
}

/* The keys of a fork's cache besides those of states, which start with the hash of a block and are longer. */

const keyed = (kind: string, content: Uint8Array): Uint8Array => concatBytes(Buffer.from(kind), content)

export const blockKey = (hash: Hash): Uint8Array => keyed('block', hash)
export const receiptsKey = (hash: Hash): Uint8Array => keyed('receipts', hash)
export const numberKeyOf = (number: number): Uint8Array => keyed('number', unsignedBytes(number))
export const placeKey = (transaction: Hash): Uint8Array => keyed('place', transaction)
export const logsKey = (query: Uint8Array): Uint8Array => keyed('logs', query)

export const encodePastBlock = ({ block, totalDifficulty }: PastBlock): Uint8Array =>
  encodeRlpList([encodeRlp(unsignedBytes(totalDifficulty)), encodeBlock(block)])

export function decodePastBlock(bytes: Uint8Array, network: Network): PastBlock {
  const reader = RlpReader.list(bytes, 'cached block')
  const totalDifficulty = reader.unsigned('totalDifficulty')
  return { totalDifficulty, block: decodeVerifiedBlock(reader.encoded('block'), network) }
}
