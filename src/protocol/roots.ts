import type { Hash } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'
import { orchidHash } from '../trie/orchid.ts'
import { Trie } from '../trie/trie.ts'
import { emptyBloom } from './bloom.ts'
import type { Rules } from './networks/rules.ts'
import { encodeReceipt, type Receipt } from './receipts.ts'
import type { Transaction } from './transactions/transaction.ts'

/** The header's commitment to a block's transactions. */
export const transactionsRoot = (transactions: readonly Transaction[], rules: Rules): Hash =>
  rootOf(listTrie(transactions.map((transaction) => transaction.encoded)), rules)

/** The latest receipts without logs, and their root: all blocks with one payment have the same receipts. */
let latestPlain:
  | { readonly receipts: readonly Receipt[]; readonly rules: Rules; readonly root: Hash }
  | undefined

/** The header's commitment to a block's receipts. */
export function receiptsRoot(receipts: readonly Receipt[], rules: Rules): Hash {
  if (!receipts.every(isPlain)) return rootOf(receiptsTrie(receipts), rules)
  const isLatest = latestPlain?.rules === rules && areEqualPlain(receipts, latestPlain.receipts)
  if (!isLatest) latestPlain = { receipts, rules, root: rootOf(receiptsTrie(receipts), rules) }
  return latestPlain!.root
}

const isPlain = ({ logs, logsBloom }: Receipt): boolean => logs.length === 0 && logsBloom === emptyBloom

const areEqualPlain = (some: readonly Receipt[], others: readonly Receipt[]): boolean =>
  some.length === others.length &&
  some.every(({ success, cumulativeGasUsed, gasUsed }, index) => {
    const other = others[index]!
    return (
      gasUsed === other.gasUsed && cumulativeGasUsed === other.cumulativeGasUsed && success === other.success
    )
  })

export const receiptsTrie = (receipts: readonly Receipt[]): Trie => listTrie(receipts.map(encodeReceipt))

/** The key of a list's item in its trie: RLP of the index. */
export const listKey = (index: number): Uint8Array => firstKeys[index] ?? newListKey(index)

const newListKey = (index: number): Uint8Array => encodeRlp(unsignedBytes(index))

/** Every block has a transaction at 0, and most have few more. */
const firstKeys = Array.from({ length: 128 }, (_, index) => newListKey(index))

function listTrie(items: readonly Uint8Array[]): Trie {
  return items.reduce((trie, item, index) => trie.put(listKey(index), item), Trie.empty())
}

/** Roots before RSKIP126 use the older node format. */
const rootOf = (trie: Trie, rules: Rules): Hash =>
  rules.rskip126 ? trie.hash() : orchidHash(trie, { secure: false })
