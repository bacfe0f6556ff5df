import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { ByteWriter } from '../serialization/byteWriter.ts'
import { maximumMoney } from '../transactions/transactionRules.ts'
import type { PartialMerkleTree } from './partialMerkleTree.ts'

/* Nodes of Bitcoin's merkle trees. */

/** The parent of two nodes in printed order. Throws `DecodeError` when the nodes could be a transaction. */
export const parentNode = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  reversedBytes(hashedParent(reversedBytes(left), reversedBytes(right)))

/** The same in the byte order of hashing. */
export function hashedParent(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (looksLikeTransaction(concatBytes(reversedBytes(left), reversedBytes(right)))) {
    throw new DecodeError('merkle tree', 'has a node that looks like a transaction')
  }
  return doubleSha256(concatBytes(left, right))
}

/**
 * Whether 64 bytes could be a transaction with one input and one output that an attacker presents as an inner node.
 * The reference node checks the bytes in printed order.
 */
function looksLikeTransaction(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer)
  if (bytes[4] !== 1) return false
  const outputIndex = view.getUint32(37, true)
  if (outputIndex > 1_000_000 && outputIndex !== 0xffffffff) return false
  const inputScript = view.getInt8(41)
  if (inputScript < 0 || inputScript > 4 || bytes[46 + inputScript] !== 1) return false
  const value = view.getBigInt64(47 + inputScript, true)
  if (value < 1n || value > maximumMoney) return false
  return view.getInt8(55 + inputScript) === 4 - inputScript
}

/** The path from a leaf to the root: the sibling of every step and, from bit 0 on, whether it is on the left. */
export interface MerkleBranch {
  readonly siblings: readonly Uint8Array[]
  readonly path: number
}

const maximumDepth = 32

/** Throws `DecodeError` when there are more steps in the path than siblings. */
export function merkleBranch(siblings: readonly Uint8Array[], path: number): MerkleBranch {
  // A path of 32 bits is negative; the reference node counts it as zero steps.
  const steps = path < 0 ? 0 : 32 - Math.clz32(path)
  if (siblings.length > maximumDepth || steps > siblings.length) {
    throw new DecodeError('merkle branch', `has ${siblings.length} hashes for ${steps} steps`)
  }
  return { siblings, path }
}

/** The root that a leaf belongs to. */
export const rootFrom = (leaf: Uint8Array, { siblings, path }: MerkleBranch): Uint8Array =>
  siblings.reduce(
    (node, sibling, step) =>
      ((path >>> step) & 1) === 1 ? parentNode(sibling, node) : parentNode(node, sibling),
    leaf,
  )

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

/** The form in a `merkleblock` message, after the header. */
export function encodePartialMerkleTree({ transactionCount, hashes, flags }: PartialMerkleTree): Uint8Array {
  const writer = new ByteWriter().uint32(transactionCount).count(hashes.length)
  for (const hash of hashes) writer.bytes(hash)
  return writer.lengthAndBytes(flags).written()
}
