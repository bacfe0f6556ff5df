import { hashedParent } from '../../bitcoin/blocks/merkle.ts'
import {
  decodePartialMerkleTree,
  readPartialMerkleTree as readTree,
} from '../../bitcoin/blocks/partialMerkleTree.ts'
import { reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { ArgumentError } from '../context/argumentError.ts'

/** What a proof states about a block: its merkle root and some of its transaction ids, all in printed order. */
export interface ProvedTransactions {
  readonly root: Uint8Array
  readonly transactionIds: readonly Uint8Array[]
}

/** Reads and checks a proof; throws `ArgumentError` for a wrong size, `DecodeError` for a wrong proof. */
export function readPartialMerkleTree(bytes: Uint8Array): ProvedTransactions {
  const tree = decodePartialMerkleTree(bytes)
  if (!tree) throw new ArgumentError('the partial merkle tree does not have the size that it states')
  const read = readTree(tree, hashedParent)
  if (!read) throw new DecodeError('partial merkle tree', 'is not a valid tree')
  return { root: reversedBytes(read.root), transactionIds: read.matched.map(reversedBytes) }
}
