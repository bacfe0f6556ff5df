import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../crypto/sha256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { encodePartialMerkleTree, merkleRoot, partialMerkleTree } from './merkleTree.ts'
import {
  decodePartialMerkleTree,
  type PartialMerkleTree,
  readPartialMerkleTree,
} from './partialMerkleTree.ts'

const transactionIds = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => sha256(Uint8Array.of(index, index >> 8)))

const ids = transactionIds(7)
const sample = partialMerkleTree(ids, new Set([0, 5]))

describe('a partial merkle tree', () => {
  it('gives the root and the matched transactions that it was built from', () => {
    const cases = fc
      .integer({ min: 1, max: 40 })
      .chain((count) => fc.tuple(fc.constant(count), fc.uniqueArray(fc.nat(count - 1), { maxLength: 5 })))
    fc.assert(
      fc.property(cases, ([count, matches]) => {
        const all = transactionIds(count)
        const read = readPartialMerkleTree(partialMerkleTree(all, new Set(matches)))
        expect(read?.root).toEqual(merkleRoot(all))
        expect(read?.matched).toEqual(matches.sort((a, b) => a - b).map((index) => all[index]))
      }),
      { numRuns: 60 },
    )
  })

  it('decodes to what was encoded', () => {
    expect(decodePartialMerkleTree(encodePartialMerkleTree(sample))).toEqual(sample)
  })

  it('may count its hashes and flags in the longer forms', () => {
    const encoded = encodePartialMerkleTree(sample)
    const count = encoded.subarray(0, 4)
    const hashes = concatBytes(...sample.hashes)
    for (const [prefix, width] of [
      [0xfd, 2],
      [0xfe, 4],
      [0xff, 8],
    ] as const) {
      const varint = (value: number) => Uint8Array.of(prefix, value, ...new Uint8Array(width - 1))
      const long = concatBytes(
        count,
        varint(sample.hashes.length),
        hashes,
        varint(sample.flags.length),
        sample.flags,
      )
      expect(decodePartialMerkleTree(long)).toEqual(sample)
    }
  })
})

describe('a malformed partial merkle tree', () => {
  it('is refused when it is cut off anywhere or has trailing bytes', () => {
    const encoded = encodePartialMerkleTree(sample)
    for (let length = 0; length < encoded.length; length++) {
      expect(decodePartialMerkleTree(encoded.subarray(0, length))).toBeUndefined()
    }
    expect(decodePartialMerkleTree(concatBytes(encoded, fromHex('00')))).toBeUndefined()
  })

  it.each(['fdffff', 'feffffffff', 'ffffffffffffffffff', 'ff0000000000000020', 'fe00000010'])(
    'is refused when it states %s hashes',
    (count) => {
      expect(
        decodePartialMerkleTree(concatBytes(fromHex('01000000'), fromHex(count), new Uint8Array(64))),
      ).toBeUndefined()
    },
  )

  const altered: [string, Partial<PartialMerkleTree>][] = [
    ['no transactions', { transactionCount: 0 }],
    ['more transactions than fit in a block', { transactionCount: 16_667 }],
    ['another number of transactions', { transactionCount: 9 }],
    ['more hashes than transactions', { hashes: Array.from({ length: 8 }, () => ids[0]!) }],
    ['a hash too few', { hashes: sample.hashes.slice(1) }],
    ['a hash too many', { hashes: [...sample.hashes, ids[0]!] }],
    ['a flag byte too many', { flags: concatBytes(sample.flags, new Uint8Array(1)) }],
    ['a flag byte too few', { flags: sample.flags.subarray(1) }],
    ['no flags', { flags: new Uint8Array(0) }],
  ]
  it.each(altered)('is refused with %s', (_name, change) => {
    expect(readPartialMerkleTree({ ...sample, ...change })).toBeUndefined()
  })

  it('is refused with equal siblings, which would allow two lists of transactions', () => {
    const twins = [ids[0]!, ids[0]!]
    expect(readPartialMerkleTree(partialMerkleTree(twins, new Set([0])))).toBeUndefined()
  })

  it('decodes or is refused without an exception for any bytes', () => {
    const mutated = mutations(encodePartialMerkleTree(sample))
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 120 })), (bytes) => {
        const tree = decodePartialMerkleTree(bytes)
        const read = tree && readPartialMerkleTree(tree)
        if (read) expect(read.root).toHaveLength(32)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a partial merkle tree of the maximum size', () => {
  it('has as many transactions as fit in a block', () => {
    const single = { transactionCount: 16_666, hashes: [ids[0]!], flags: fromHex('00') }
    expect(readPartialMerkleTree(single)).toEqual({ root: ids[0], matched: [] })
  })
})
