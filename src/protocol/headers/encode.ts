import { emptyBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { signedCoinBytes } from '../../primitives/rlp/values.ts'
import type { HeaderFields } from './header.ts'

/** The full encoding of a header, as peers exchange it and as it is part of a block. */
export const encodeHeader = (header: HeaderFields): Uint8Array => encodeRlp(headerItems(header))

/** The items of the full encoding. */
export function headerItems(header: HeaderFields): Uint8Array[] {
  const items = itemsBeforeProof(header)
  if (header.mergedMining) {
    const { header: bitcoinHeader, merkleProof, coinbase } = header.mergedMining
    items.push(bitcoinHeader, merkleProof, coinbase)
  }
  return items
}

/** The items of a header before those of merged mining. */
export function itemsBeforeProof(header: HeaderFields): Uint8Array[] {
  const items = coreItems(header, header.logsBloom)
  if (header.version > 0) items.push(unsignedBytes(header.version))
  if (header.edges) items.push(encodeEdges(header.edges))
  if (header.baseEvent) items.push(header.baseEvent)
  return items
}

/** The items with which every form of the header starts; `seventh` is the bloom, or its replacement in hashes. */
export function coreItems(header: HeaderFields, seventh: Uint8Array): Uint8Array[] {
  const items = [
    header.parentHash,
    header.unclesHash,
    header.coinbase,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    seventh,
    header.rawDifficulty ?? signedCoinBytes(header.difficulty),
    unsignedBytes(header.number),
    header.gasLimit,
    unsignedBytes(header.gasUsed),
    unsignedBytes(header.timestamp),
    header.extraData,
    unsignedBytes(header.paidFees),
    signedCoinBytes(header.minimumGasPrice),
    unsignedBytes(header.uncleCount),
  ]
  if (header.ummRoot) items.push(header.ummRoot)
  return items
}

/** Consecutive little-endian 16-bit integers. */
export function encodeEdges(edges: readonly number[]): Uint8Array {
  if (edges.length === 0) return emptyBytes
  const bytes = new Uint8Array(2 * edges.length)
  for (const [index, edge] of edges.entries()) {
    bytes[2 * index] = edge
    bytes[2 * index + 1] = edge >> 8
  }
  return bytes
}

export function decodeEdges(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: bytes.length >> 1 }, (_, index) => view.getInt16(2 * index, true))
}
