import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, reversedBytes } from '../../primitives/bytes.ts'

/** Longest proof from RSKIP180 on: a Bitcoin block cannot have more than 2^30 transactions. */
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

/** The proof for the first of a block's transactions, given their ids in the byte order of hashing. */
export function merkleProofOfFirst(transactionIds: readonly Uint8Array[]): Uint8Array {
  const siblings: Uint8Array[] = []
  let level = transactionIds
  while (level.length > 1) {
    siblings.push(reversedBytes(level[1]!))
    level = parentLevel(level)
  }
  return concatBytes(...siblings)
}

/** Bitcoin pairs an odd last node with itself. */
function parentLevel(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let i = 0; i < level.length; i += 2) {
    parents.push(doubleSha256(concatBytes(level[i]!, level[i + 1] ?? level[i]!)))
  }
  return parents
}
