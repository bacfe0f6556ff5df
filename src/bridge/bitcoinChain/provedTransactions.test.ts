import { Block, Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodePartialMerkleTree,
  merkleBranch,
  parentNode,
  partialMerkleTree,
  rootFrom,
} from '../../bitcoin/blocks/merkleTree.ts'
import { concatBytes, reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { ArgumentError } from '../context/bridgeContext.ts'
import { readPartialMerkleTree } from './provedTransactions.ts'

const leaf = (value: number): Uint8Array => new Uint8Array(32).fill(value)
const [a, b, c] = [leaf(1), leaf(2), leaf(3)]
const ab = parentNode(a, b)
const cc = parentNode(c, c)
const root = parentNode(ab, cc)

interface Parts {
  readonly count?: number
  readonly hashes?: readonly Uint8Array[]
  readonly flags?: readonly number[]
  readonly extra?: number
}

/** By default the proof that `b` is the second of three transactions. */
function proof({ count = 3, hashes = [a, b, cc], flags = [0b01011], extra = 0 }: Parts = {}): Uint8Array {
  return concatBytes(
    new Uint8Array([count & 0xff, count >> 8, 0, 0, hashes.length]),
    ...hashes.map(reversedBytes),
    new Uint8Array([flags.length, ...flags]),
    new Uint8Array(extra),
  )
}

describe('a partial merkle tree', () => {
  it('proves transactions and the root', () => {
    expect(readPartialMerkleTree(proof())).toEqual({ root, transactionIds: [b] })
  })

  it('proves the root and the transactions of any block that another library builds', () => {
    const anyBlock = fc
      .integer({ min: 1, max: 60 })
      .chain((count) =>
        fc.tuple(fc.constant(count), fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: 4 })),
      )
    fc.assert(
      fc.property(anyBlock, ([count, matches]) => {
        const transactions = Array.from({ length: count }, (_, index) => {
          const transaction = new Transaction()
          transaction.locktime = index
          return transaction
        })
        const ids = transactions.map((transaction) => transaction.getHash())
        const bytes = encodePartialMerkleTree(partialMerkleTree(ids, new Set(matches)))
        const proved = readPartialMerkleTree(bytes)
        expect(reversedBytes(proved.root)).toEqual(new Uint8Array(Block.calculateMerkleRoot(transactions)))
        const expected = matches.sort((x, y) => x - y).map((match) => transactions[match]!.getId())
        expect(proved.transactionIds.map(toHexDigits)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('never proves another transaction with the same root after any change of its bytes', () => {
    const honest = readPartialMerkleTree(proof())
    fc.assert(
      fc.property(fc.nat(proof().length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = proof()
        bytes[at]! ^= change
        try {
          const { root: other, transactionIds } = readPartialMerkleTree(bytes)
          if (toHexDigits(other) !== toHexDigits(honest.root)) return
          for (const id of transactionIds) expect([a, b, c].map(toHexDigits)).toContain(toHexDigits(id))
        } catch (error) {
          expect(error instanceof DecodeError || error instanceof ArgumentError).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('may prove several transactions and have padding bits set', () => {
    const several = proof({ hashes: [a, b, c], flags: [0b1111111 | 0x80] })
    expect(readPartialMerkleTree(several).transactionIds).toEqual([a, b, c])
    expect(readPartialMerkleTree(proof({ flags: [0b11101011] })).root).toEqual(root)
  })

  it('proves the only transaction of a block', () => {
    expect(readPartialMerkleTree(proof({ count: 1, hashes: [a], flags: [1] }))).toEqual({
      root: a,
      transactionIds: [a],
    })
  })

  it.each([
    ['has no transactions', proof({ count: 0 })],
    ['has too many transactions', proof({ count: 16_667 })],
    ['has more hashes than transactions', proof({ count: 2 })],
    ['has hashes left over', proof({ hashes: [a, b, cc].slice(0, 3), flags: [0] })],
    ['has too few hashes', proof({ hashes: [a, b] })],
    ['has flags left over', proof({ flags: [0b01011, 0] })],
    ['has two equal nodes', proof({ hashes: [a, a, cc] })],
  ])('is refused when it %s', (_what, bytes) => {
    expect(() => readPartialMerkleTree(bytes)).toThrow(ArgumentError)
  })

  it.each([
    ['is empty', new Uint8Array(0)],
    ['is cut off', proof().subarray(0, 40)],
    ['has bytes behind its end', proof({ extra: 1 })],
    [
      'states an impossible number of hashes',
      concatBytes(new Uint8Array([3, 0, 0, 0]), new Uint8Array(9).fill(0xff)),
    ],
  ])('is a malformed argument when it %s', (_what, bytes) => {
    expect(() => readPartialMerkleTree(bytes)).toThrow(ArgumentError)
  })
})

describe('a merkle branch', () => {
  it('leads from the leaf to the root, siblings left or right', () => {
    expect(rootFrom(b, merkleBranch([a, cc], 0b01))).toEqual(root)
    expect(rootFrom(a, merkleBranch([b, cc], 0b00))).toEqual(root)
    expect(rootFrom(c, merkleBranch([c, ab], 0b10))).toEqual(root)
  })

  it('has a sibling for every step of its path', () => {
    expect(() => merkleBranch([a], 0b10)).toThrow(DecodeError)
    // A path of 32 bits is negative, which the reference node counts as zero steps.
    expect(() => merkleBranch([], -(2 ** 31))).not.toThrow()
    expect(() => merkleBranch(Array(33).fill(a), 0)).toThrow(DecodeError)
  })

  it('refuses a node that could be a transaction', () => {
    const node = new Uint8Array(64)
    node[4] = 1
    node[41] = 2
    node[48] = 1
    node[49] = 1
    node[57] = 2
    const [left, right] = [node.subarray(0, 32), node.subarray(32)]
    expect(() => parentNode(left, right)).toThrow(DecodeError)
    expect(() => parentNode(right, left)).not.toThrow()
  })
})
