import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { ByteCursor } from '../serialization/byteCursor.ts'

/*
 * The body of Bitcoin's `merkleblock` message (BIP-37): a depth-first walk of the transaction tree with one flag bit
 * for each visited node (whether its subtree contains a matched transaction) and one hash for each node without visited
 * children. Hashes are in the byte order of hashing.
 */

export interface PartialMerkleTree {
  readonly transactionCount: number
  readonly hashes: readonly Uint8Array[]
  readonly flags: Uint8Array
}

/** A block has at most one million bytes and a transaction at least 60. */
const maximumTransactions = Math.floor(1_000_000 / 60)

const hashBytes = 32

/** Undefined unless the bytes are exactly one partial tree. */
export function decodePartialMerkleTree(bytes: Uint8Array): PartialMerkleTree | undefined {
  try {
    const cursor = new ByteCursor(bytes)
    const transactionCount = cursor.uint32()
    const joined = cursor.bytes(cursor.count() * hashBytes)
    const flags = cursor.lengthAndBytes()
    if (cursor.position !== bytes.length) return undefined
    const hashes = Array.from({ length: joined.length / hashBytes }, (_, index) =>
      joined.subarray(hashBytes * index, hashBytes * (index + 1)),
    )
    return { transactionCount, hashes, flags }
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Combines two children to their parent node. */
type ParentOf = (left: Uint8Array, right: Uint8Array) => Uint8Array

const hashOfBoth: ParentOf = (left, right) => doubleSha256(concatBytes(left, right))

/** The root and the matched leaves; undefined for a malformed tree. Errors of `parentOf` propagate. */
export function readPartialMerkleTree(
  tree: PartialMerkleTree,
  parentOf = hashOfBoth,
): { root: Uint8Array; matched: readonly Uint8Array[] } | undefined {
  const { transactionCount, hashes, flags } = tree
  if (transactionCount === 0 || transactionCount > maximumTransactions) return undefined
  if (hashes.length > transactionCount || flags.length * 8 < hashes.length) return undefined
  const matched: Uint8Array[] = []
  let usedBits = 0
  let usedHashes = 0
  /** The number of nodes at a height above the leaves. */
  const width = (height: number): number => Math.ceil(transactionCount / 2 ** height)
  const visit = (height: number, position: number): Uint8Array | undefined => {
    const byte = flags[usedBits >> 3]
    if (byte === undefined) return undefined
    const isParentOfMatch = ((byte >> (usedBits & 7)) & 1) === 1
    usedBits++
    if (height === 0 || !isParentOfMatch) {
      const hash = hashes[usedHashes++]
      if (hash && height === 0 && isParentOfMatch) matched.push(hash)
      return hash
    }
    const left = visit(height - 1, 2 * position)
    if (!left) return undefined
    if (2 * position + 1 >= width(height - 1)) return parentOf(left, left)
    const right = visit(height - 1, 2 * position + 1)
    // If siblings could be equal, two lists of transactions could have the same root.
    if (!right || equalBytes(left, right)) return undefined
    return parentOf(left, right)
  }
  let height = 0
  while (width(height) > 1) height++
  const root = visit(height, 0)
  // The walk must use all hashes and all flag bytes; padding bits of the last flag byte may remain.
  const usedEverything = Math.ceil(usedBits / 8) === flags.length && usedHashes === hashes.length
  return root && usedEverything ? { root, matched } : undefined
}
