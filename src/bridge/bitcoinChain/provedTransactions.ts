import { hashedParent } from '../../bitcoin/blocks/merkleTree.ts'
import {
  decodePartialMerkleTree,
  type PartialMerkleTree,
  readPartialMerkleTree as readTree,
} from '../../bitcoin/blocks/partialMerkleTree.ts'
import { reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { ArgumentError } from '../context/bridgeContext.ts'

/** The content of a proof: the merkle root of a block and some of its transaction ids, all in printed order. */
export interface ProvedTransactions {
  readonly root: Uint8Array
  readonly transactionIds: readonly Uint8Array[]
}

/** Reads and checks a proof; throws `ArgumentError` for a wrong one. */
export function readPartialMerkleTree(bytes: Uint8Array): ProvedTransactions {
  const tree = decodePartialMerkleTree(bytes)
  if (!tree) throw new ArgumentError('the partial merkle tree does not have the size that it states')
  const read = readCheckedTree(tree)
  if (!read) throw new ArgumentError('the partial merkle tree is malformed')
  return { root: reversedBytes(read.root), transactionIds: read.matched.map(reversedBytes) }
}

/** Undefined for a malformed tree, including one with a node that could be a transaction. */
function readCheckedTree(tree: PartialMerkleTree): ReturnType<typeof readTree> {
  try {
    return readTree(tree, hashedParent)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
