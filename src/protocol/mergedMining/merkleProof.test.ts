import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { merkleRoot } from '../../bitcoin/blocks/merkleTree.ts'
import { decodePartialMerkleTree, readPartialMerkleTree } from '../../bitcoin/blocks/partialMerkleTree.ts'
import { sha256 } from '../../crypto/sha256.ts'
import { concatBytes, reversedBytes } from '../../primitives/bytes.ts'
import { asPartialMerkleTree, foldMerkleProof, merkleProofOfFirst } from './merkleProof.ts'

const transactionIds = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => sha256(Uint8Array.of(index, index >> 8)))

describe('the merkle proof of a first transaction', () => {
  it('leads to the root of all transactions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
        const ids = transactionIds(count)
        expect(foldMerkleProof(ids[0]!, merkleProofOfFirst(ids))).toEqual(merkleRoot(ids))
      }),
    )
  })

  it('proves the same as a partial merkle tree', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
        const ids = transactionIds(count)
        const bytes = asPartialMerkleTree(ids[0]!, merkleProofOfFirst(ids))
        expect(readPartialMerkleTree(decodePartialMerkleTree(bytes)!)).toEqual({
          root: merkleRoot(ids),
          matched: [ids[0]],
        })
      }),
    )
  })

  it('is empty for a single transaction', () => {
    const ids = transactionIds(1)
    expect(merkleProofOfFirst(ids)).toHaveLength(0)
    expect(foldMerkleProof(ids[0]!, new Uint8Array(0))).toEqual(ids[0])
  })

  it('lists siblings in display order', () => {
    const [first, second] = transactionIds(2)
    expect(merkleProofOfFirst([first!, second!])).toEqual(reversedBytes(second!))
  })

  it('leads to another root with another leaf, element or order', () => {
    const ids = transactionIds(5)
    const proof = merkleProofOfFirst(ids)
    const root = merkleRoot(ids)
    expect(foldMerkleProof(ids[1]!, proof)).not.toEqual(root)
    expect(
      foldMerkleProof(
        ids[0]!,
        proof.map((byte, index) => (index === 40 ? byte ^ 1 : byte)),
      ),
    ).not.toEqual(root)
    const swapped = concatBytes(proof.subarray(32, 64), proof.subarray(0, 32), proof.subarray(64))
    expect(foldMerkleProof(ids[0]!, swapped)).not.toEqual(root)
  })

  it.each([1, 31, 33, 63])('cannot have %i bytes', (length) => {
    expect(foldMerkleProof(transactionIds(1)[0]!, new Uint8Array(length))).toBeUndefined()
  })
})
