import { emptyListHash, keccak256 } from '../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import { encodeRlpList } from '../primitives/rlp/encode.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { readHeader, readHeaderFields } from './headers/decode.ts'
import { encodeHeader } from './headers/encode.ts'
import { type HeaderHashes, sealHeader, sealWithHashes } from './headers/hashes.ts'
import type { BlockHeader } from './headers/header.ts'
import type { Network } from './networks/network.ts'
import { rulesAt } from './networks/rules.ts'
import { transactionsRoot } from './roots.ts'
import { readBodyTransaction } from './transactions/decode.ts'
import { decodeLocalTransaction } from './transactions/localTransaction.ts'
import type { Transaction } from './transactions/transaction.ts'

export interface Block {
  readonly header: BlockHeader
  readonly transactions: readonly Transaction[]
  readonly uncles: readonly BlockHeader[]
}

/** The contribution of a block to the total difficulty of its branch, which includes the work of its uncles. */
export const weightOf = ({ header, uncles }: Block): bigint =>
  uncles.reduce((sum, uncle) => sum + uncle.difficulty, header.difficulty)

export function encodeBlock(block: Block): Uint8Array {
  return encodeRlpList([encodeHeader(block.header), ...encodeBody(block)])
}

/** The two lists after the header: transactions and uncles. */
function encodeBody(block: Omit<Block, 'header'>): [transactions: Uint8Array, uncles: Uint8Array] {
  return [
    encodeRlpList(block.transactions.map((transaction) => transaction.inBody)),
    encodeUncles(block.uncles),
  ]
}

const encodeUncles = (uncles: readonly BlockHeader[]): Uint8Array => encodeRlpList(uncles.map(encodeHeader))

/** The header's commitment to the uncles: the hash of the list of their full encodings. */
export const unclesHash = (uncles: readonly BlockHeader[]): Hash =>
  uncles.length === 0 ? emptyListHash : keccak256(encodeUncles(uncles))

/** A block from its RLP. Throws `DecodeError`, including when the transactions do not hash to the header's root. */
export function decodeBlock(bytes: Uint8Array, network: Network, where = 'block'): Block {
  const block = decodeVerifiedBlock(bytes, network, where)
  const { header, transactions } = block
  if (!equalBytes(transactionsRoot(transactions, rulesAt(network, header.number)), header.transactionsRoot)) {
    throw new DecodeError(`${where}.transactions`, "do not hash to the header's transactions root")
  }
  return block
}

/** A block from its RLP, whose transactions are known to hash to the header's root, and perhaps its hashes. */
export function decodeVerifiedBlock(
  bytes: Uint8Array,
  network: Network,
  where = 'block',
  hashes?: HeaderHashes,
): Block {
  const reader = RlpReader.list(bytes, where)
  const fields = readHeaderFields(reader.list('header'), network)
  const header = hashes ? sealWithHashes(fields, hashes) : sealHeader(fields, network)
  const transactions = readList(
    reader.list('transactions'),
    network.isDevelopment ? readLocalTransaction : readBodyTransaction,
  )
  const uncles = readList(reader.list('uncles'), (list, name) => readHeader(list.list(name), network))
  reader.end()
  return { header, transactions, uncles }
}

const readLocalTransaction = (reader: RlpReader, name: string): Transaction =>
  decodeLocalTransaction(reader.encoded(name))

function readList<T>(reader: RlpReader, read: (list: RlpReader, name: string) => T): T[] {
  const items: T[] = []
  while (!reader.done) items.push(read(reader, `[${items.length}]`))
  return items
}
