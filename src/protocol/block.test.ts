import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyListHash } from '../crypto/keccak256.ts'
import { concatBytes } from '../primitives/bytes.ts'
import { valueOrDecodeError } from '../primitives/decoding.cases.ts'
import { DecodeError } from '../primitives/errors.ts'
import { fromHex } from '../primitives/hex.ts'
import { mutations } from '../primitives/hostileBytes.cases.ts'
import { encodeRlpList } from '../primitives/rlp/encode.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { type Block, decodeBlock, encodeBlock, unclesHash } from './block.ts'
import { BlockIndex } from './blockIndex.cases.ts'
import { genesisBlock } from './genesis.ts'
import { arbitraryHeader, headerForms } from './headers/arbitraryHeaders.cases.ts'
import { sealHeader } from './headers/hashes.ts'
import { localBlock } from './localBlocks.cases.ts'
import { mainnet, networks, regtest } from './networks/definitions.ts'
import type { Network } from './networks/network.ts'
import { rulesAt } from './networks/rules.ts'
import { transactionsRoot } from './roots.ts'
import { arbitraryTransaction } from './transactions/arbitraryTransactions.cases.ts'

/** Blocks whose header has the root of their transactions, which decoding checks. */
function arbitraryBlock(network: Network, number: number): fc.Arbitrary<Block> {
  return fc
    .record({
      header: arbitraryHeader(network, number),
      transactions: fc.array(arbitraryTransaction, { maxLength: 4 }),
      uncles: fc.array(arbitraryHeader(network, number), { maxLength: 2 }),
    })
    .map(({ header: { hash, ...fields }, transactions, uncles }) => ({
      header: sealHeader(
        { ...fields, transactionsRoot: transactionsRoot(transactions, rulesAt(network, number)) },
        network,
      ),
      transactions,
      uncles,
    }))
}

const genesis = genesisBlock(regtest)
const sample = localBlock(genesis, new BlockIndex([genesis]))

describe.each(headerForms)('a block with headers of the form: $form', ({ network, number }) => {
  it('decodes to the encoded value, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryBlock(network, number), (block) => {
        const encoded = encodeBlock(block)
        const decoded = decodeBlock(encoded, network)
        expect(decoded).toEqual(block)
        expect(encodeBlock(decoded)).toEqual(encoded)
      }),
      { numRuns: 20 },
    )
  })
})

describe('decoding a block', () => {
  const itemsOf = (block: Block): Uint8Array[] => {
    const reader = RlpReader.list(encodeBlock(block), 'block')
    return [reader.encoded('header'), reader.encoded('transactions'), reader.encoded('uncles')]
  }
  const [header, transactions, uncles] = itemsOf(sample) as [Uint8Array, Uint8Array, Uint8Array]

  it.each([
    ['no uncles', [header, transactions], 'block.uncles', 'is missing'],
    ['a fourth item', [header, transactions, uncles, fromHex('80')], 'block', 'has 1 items too many'],
    [
      'transactions in a string',
      [header, fromHex('80'), uncles],
      'block.transactions',
      'is an RLP string instead of a list',
    ],
    [
      'a transaction that is an empty string',
      [header, fromHex('c180'), uncles],
      'block.transactions[0]',
      'is a string without a type',
    ],
    [
      'a transaction without items',
      [header, fromHex('c1c0'), uncles],
      'block.transactions[0]',
      'has 0 items instead of 9',
    ],
    [
      'an uncle without items',
      [header, transactions, fromHex('c1c0')],
      'block.uncles[0].parentHash',
      'is missing',
    ],
    [
      'transactions of another block',
      [header, fromHex('c0'), uncles],
      'block.transactions',
      "do not hash to the header's transactions root",
    ],
  ])('rejects %s', (_name, items, where, problem) => {
    expect(() => decodeBlock(encodeRlpList(items), regtest)).toThrow(new DecodeError(where, problem))
  })

  it('rejects trailing bytes and a block of another network', () => {
    expect(() => decodeBlock(concatBytes(encodeBlock(sample), fromHex('00')), regtest)).toThrow(
      new DecodeError('block', 'has 1 trailing bytes'),
    )
    expect(() => decodeBlock(encodeBlock(sample), mainnet)).toThrow(DecodeError)
  })

  it('returns a value or throws a DecodeError for any bytes and any change of a valid block', () => {
    const anyBytes = fc.uint8Array({ maxLength: 200 })
    fc.assert(
      fc.property(fc.oneof(mutations(encodeBlock(sample)), anyBytes), (bytes) => {
        for (const network of Object.values(networks)) valueOrDecodeError(() => decodeBlock(bytes, network))
      }),
      { numRuns: 300 },
    )
  })

  it('returns a value or throws a DecodeError for any change within its lists', () => {
    const changes = fc.tuple(mutations(header), mutations(transactions), mutations(uncles))
    fc.assert(
      fc.property(changes, ([changedHeader, changedTransactions, changedUncles]) => {
        for (const items of [
          [changedHeader, transactions, uncles],
          [header, changedTransactions, uncles],
          [header, transactions, changedUncles],
        ]) {
          valueOrDecodeError(() => decodeBlock(encodeRlpList(items), regtest))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the hash of uncles', () => {
  it('is that of the empty list without uncles', () => {
    expect(unclesHash([])).toEqual(emptyListHash)
  })

  it('covers their proofs of work and their order', () => {
    const other = localBlock(genesis, new BlockIndex([genesis]), { overrides: { timestamp: 77 } }).header
    const changed = {
      ...sample.header,
      mergedMining: { ...sample.header.mergedMining!, merkleProof: new Uint8Array(32) },
    }
    const hashes = [[sample.header], [changed], [sample.header, other], [other, sample.header]].map((list) =>
      unclesHash(list).join(),
    )
    expect(new Set(hashes).size).toBe(4)
  })
})
