import type { Hash } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'
import { orchidHash } from '../trie/orchid.ts'
import { Trie } from '../trie/trie.ts'
import type { Rules } from './networks/rules.ts'
import { encodeReceipt, type Receipt } from './receipts.ts'
import type { Transaction } from './transactions/transaction.ts'

/** The header's commitment to a block's transactions. */
export const transactionsRoot = (transactions: readonly Transaction[], rules: Rules): Hash =>
  rootOf(listTrie(transactions.map((transaction) => transaction.encoded)), rules)

/** The header's commitment to a block's receipts. */
export const receiptsRoot = (
  receipts: readonly Receipt[],
  transactions: readonly Transaction[],
  rules: Rules,
): Hash => rootOf(receiptsTrie(receipts, transactions), rules)

export const receiptsTrie = (receipts: readonly Receipt[], transactions: readonly Transaction[]): Trie =>
  listTrie(receipts.map((receipt, index) => encodeReceipt(receipt, transactions[index]?.prefix)))

/** The key of a list's item in its trie: RLP of the index. */
export const listKey = (index: number): Uint8Array => encodeRlp(unsignedBytes(index))

function listTrie(items: readonly Uint8Array[]): Trie {
  return items.reduce((trie, item, index) => trie.put(listKey(index), item), Trie.empty())
}

/** Roots before RSKIP126 use the older node format. */
const rootOf = (trie: Trie, rules: Rules): Hash =>
  rules.rskip126 ? trie.hash() : orchidHash(trie, { secure: false })
