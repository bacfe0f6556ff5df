import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { concatBytes } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { Trie } from '../trie/trie.ts'
import { arbitraryReceipt } from './arbitraryReceipts.cases.ts'
import { bloomBytes, emptyBloom } from './bloom.ts'
import { mainnet } from './networks/definitions.ts'
import { rulesAt } from './networks/rules.ts'
import { encodeReceipt } from './receipts.ts'
import { listKey, receiptsRoot, receiptsTrie, transactionsRoot } from './roots.ts'
import { arbitraryTransaction } from './transactions/arbitraryTransactions.cases.ts'
import { remascTransaction } from './transactions/remasc.ts'

const beforeUnitrie = rulesAt(mainnet, 1_590_999)
const unitrie = rulesAt(mainnet, 1_591_000)

describe('the roots of a block’s lists', () => {
  it('are those of an empty trie for empty lists, in both formats', () => {
    for (const rules of [beforeUnitrie, unitrie]) {
      expect(transactionsRoot([], rules)).toEqual(emptyTrieRoot)
      expect(receiptsRoot([], [], rules)).toEqual(emptyTrieRoot)
    }
  })

  it('of one transaction are the hash of one node, whose path is the eight bits of the key 80', () => {
    const transaction = remascTransaction(3)
    const { encoded } = transaction
    // Unitrie: a path of 8 bits; the node contains the 30 bytes of the transaction.
    const node = concatBytes(fromHex('500780'), encoded)
    expect(transactionsRoot([transaction], unitrie)).toEqual(keccak256(node))
    // Before RSKIP126: arity, flags, no children, 8 bits of path, the value.
    const oldNode = concatBytes(fromHex('02000000000880'), encoded)
    expect(transactionsRoot([transaction], beforeUnitrie)).toEqual(keccak256(oldNode))
  })

  it('of testnet block 3 are those of the real block', () => {
    expect(toHexDigits(transactionsRoot([remascTransaction(3)], unitrie))).toBe(
      '142bd02ce0eb3ced3a228dac11e9dccc6943d800e1ce0f80953b0d67b2a398f6',
    )
  })

  it('depend on every item and its position', () => {
    const pair = fc.tuple(arbitraryTransaction, arbitraryTransaction)
    fc.assert(
      fc.property(pair, ([first, second]) => {
        fc.pre(toHexDigits(first.encoded) !== toHexDigits(second.encoded))
        for (const rules of [beforeUnitrie, unitrie]) {
          const roots = [[first, second], [second, first], [first], [second]].map((list) =>
            toHexDigits(transactionsRoot(list, rules)),
          )
          expect(new Set(roots).size).toBe(4)
        }
      }),
    )
  })

  it('of two transactions are those of a trie that contains both', () => {
    fc.assert(
      fc.property(fc.tuple(arbitraryTransaction, arbitraryTransaction), (pair) => {
        const items = [...pair, remascTransaction(1_000)].map(({ encoded }) => encoded)
        const inTrie = (list: readonly Uint8Array[]) =>
          list.reduce((trie, item, index) => trie.put(listKey(index), item), Trie.empty()).hash()
        expect(transactionsRoot(pair, unitrie)).toEqual(inTrie(items.slice(0, 2)))
        const withRemasc = [pair[0], remascTransaction(1_000)]
        expect(transactionsRoot(withRemasc, unitrie)).toEqual(inTrie([items[0]!, items[2]!]))
      }),
    )
  })

  it.each([
    [0, '80'],
    [1, '01'],
    [127, '7f'],
    [128, '8180'],
    [256, '820100'],
  ])('keep item %i under the key %s', (index, key) => {
    expect(toHexDigits(listKey(index))).toBe(key)
  })

  it('of receipts are those of a trie that contains each of them', () => {
    fc.assert(
      fc.property(fc.array(arbitraryReceipt, { maxLength: 6 }), (receipts) => {
        const trie = receiptsTrie(receipts, [])
        expect(receiptsRoot(receipts, [], unitrie)).toEqual(trie.hash())
        for (const [index, receipt] of receipts.entries()) {
          expect(trie.get(listKey(index))).toEqual(encodeReceipt(receipt))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('of receipts without logs are those of their own values, whatever receipts came before', () => {
    const plain = {
      success: true,
      cumulativeGasUsed: 21_000,
      gasUsed: 21_000,
      logsBloom: emptyBloom,
      logs: [],
    }
    const lists = [
      [plain],
      [plain, plain],
      [{ ...plain, success: false }],
      [{ ...plain, gasUsed: 20_999 }],
      [{ ...plain, cumulativeGasUsed: 42_000 }],
      [{ ...plain, logsBloom: new Uint8Array(bloomBytes).fill(1) }],
    ]
    for (const receipts of lists.flatMap((list) => [list, [plain], list])) {
      expect(receiptsRoot(receipts, [], unitrie)).toEqual(receiptsTrie(receipts, []).hash())
      expect(receiptsRoot(receipts, [], beforeUnitrie)).not.toEqual(receiptsRoot(receipts, [], unitrie))
    }
  })
})
