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
  rootOf(
    listTrie(transactions.length, (index) => transactions[index]!.encoded),
    rules,
  )

/** The header's commitment to a block's receipts. */
export const receiptsRoot = (
  receipts: readonly Receipt[],
  transactions: readonly Transaction[],
  rules: Rules,
): Hash => rootOf(receiptsTrie(receipts, transactions), rules)

export const receiptsTrie = (receipts: readonly Receipt[], transactions: readonly Transaction[]): Trie =>
  listTrie(receipts.length, (index) => encodeReceipt(receipts[index]!, transactions[index]?.prefix))

/** The key of a list's item in its trie: RLP of the index. */
export const listKey = (index: number): Uint8Array => encodeRlp(unsignedBytes(index))

function listTrie(length: number, itemAt: (index: number) => Uint8Array): Trie {
  let trie = Trie.empty()
  for (let index = 0; index < length; index++) trie = trie.put(listKey(index), itemAt(index))
  return trie
}

/** Roots before RSKIP126 use the older node format. */
const rootOf = (trie: Trie, rules: Rules): Hash =>
  rules.rskip126 ? trie.hash() : orchidHash(trie, { secure: false })
