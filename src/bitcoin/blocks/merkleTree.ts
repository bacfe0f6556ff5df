import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { ByteWriter } from '../serialization/byteWriter.ts'
import type { PartialMerkleTree } from './partialMerkleTree.ts'

/* Builds merkle trees from the ids of a block's transactions, in the byte order of hashing. */

/** The levels of the tree from the transaction ids up to the root. */
function merkleLevels(ids: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const levels: Uint8Array[][] = [[...ids]]
  for (let level = levels[0]!; level.length > 1; levels.push(level)) {
    const children = level
    level = Array.from({ length: Math.ceil(children.length / 2) }, (_, index) =>
      doubleSha256(concatBytes(children[2 * index]!, children[2 * index + 1] ?? children[2 * index]!)),
    )
  }
  return levels
}

export const merkleRoot = (ids: readonly Uint8Array[]): Uint8Array => merkleLevels(ids).at(-1)![0]!

/** The partial tree that proves the transactions at some positions, as BIP-37 builds it. */
export function partialMerkleTree(
  ids: readonly Uint8Array[],
  matches: ReadonlySet<number>,
): PartialMerkleTree {
  const levels = merkleLevels(ids)
  const bits: boolean[] = []
  const hashes: Uint8Array[] = []
  const visit = (height: number, position: number): void => {
    const first = position * 2 ** height
    const isParentOfMatch = [...matches].some((match) => match >= first && match < first + 2 ** height)
    bits.push(isParentOfMatch)
    if (height === 0 || !isParentOfMatch) {
      hashes.push(levels[height]![position]!)
      return
    }
    visit(height - 1, 2 * position)
    if (2 * position + 1 < levels[height - 1]!.length) visit(height - 1, 2 * position + 1)
  }
  visit(levels.length - 1, 0)
  const flags = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [index, bit] of bits.entries()) if (bit) flags[index >> 3]! |= 1 << (index & 7)
  return { transactionCount: ids.length, hashes, flags }
}

/** As in the body of a `merkleblock` message, behind the header. */
export function encodePartialMerkleTree({ transactionCount, hashes, flags }: PartialMerkleTree): Uint8Array {
  const writer = new ByteWriter().uint32(transactionCount).count(hashes.length)
  for (const hash of hashes) writer.bytes(hash)
  return writer.lengthAndBytes(flags).written()
}
