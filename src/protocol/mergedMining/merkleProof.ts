import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, reversedBytes } from '../../primitives/bytes.ts'

/** Maximum length of a proof from RSKIP180 on: 30 hashes, as a Bitcoin block has at most 2^30 transactions. */
export const maximumProofBytes = 960

const elementBytes = 32

/**
 * The merkle root over a leaf at position 0 whose siblings are listed from the leaf up, each in display order
 * (RSKIP92). Undefined when the proof is not a whole number of elements.
 */
export function foldMerkleProof(leaf: Uint8Array, proof: Uint8Array): Uint8Array | undefined {
  if (proof.length % elementBytes !== 0) return undefined
  let node = leaf
  for (let at = 0; at < proof.length; at += elementBytes) {
    node = doubleSha256(concatBytes(node, reversedBytes(proof.subarray(at, at + elementBytes))))
  }
  return node
}

/** The proof for the first transaction of a block, from all transaction ids in hashing order. */
export function merkleProofOfFirst(transactionIds: readonly Uint8Array[]): Uint8Array {
  const siblings: Uint8Array[] = []
  let level = transactionIds
  while (level.length > 1) {
    siblings.push(reversedBytes(level[1]!))
    level = parentLevel(level)
  }
  return concatBytes(...siblings)
}

/**
 * The same proof in the form before RSKIP92, as a partial merkle tree. The list of siblings does not contain the number of
 * transactions; the maximum for its length fits every such tree.
 */
export function asPartialMerkleTree(leaf: Uint8Array, proof: Uint8Array): Uint8Array {
  const depth = proof.length / elementBytes
  const siblings = Array.from({ length: depth }, (_, level) =>
    reversedBytes(proof.subarray(elementBytes * level, elementBytes * (level + 1))),
  )
  const count = new Uint8Array(4)
  new DataView(count.buffer).setUint32(0, 2 ** depth, true)
  // The nodes from the root down to the leaf have the flag 1, then the siblings have the flag 0.
  const flags = new Uint8Array(Math.ceil((2 * depth + 1) / 8))
  for (let bit = 0; bit <= depth; bit++) flags[bit >> 3]! |= 1 << (bit & 7)
  return concatBytes(count, Uint8Array.of(depth + 1), leaf, ...siblings, Uint8Array.of(flags.length), flags)
}

/** Bitcoin pairs an odd last node with itself. */
function parentLevel(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let i = 0; i < level.length; i += 2) {
    parents.push(doubleSha256(concatBytes(level[i]!, level[i + 1] ?? level[i]!)))
  }
  return parents
}
