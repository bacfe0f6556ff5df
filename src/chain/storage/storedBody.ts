import type { Hash } from '../../primitives/bytes.ts'
import { encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Block } from '../../protocol/block.ts'
import { decodeHeader } from '../../protocol/headers/decode.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { decodeBodyItem, hashOfBodyItem } from '../../protocol/transactions/decode.ts'
import { decodeLocalTransaction } from '../../protocol/transactions/localTransaction.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

type Body = Pick<Block, 'transactions' | 'uncles'>

/** The body of a stored block. */
export interface BlockBody extends Body {
  transactionHash(index: number): Hash
}

/** [uncles, transactions] */
export function encodeBody({ transactions, uncles }: Body): Uint8Array {
  return encodeRlpList([
    encodeRlpList(uncles.map(encodeHeader)),
    encodeRlpList(transactions.map((transaction) => transaction.inBody)),
  ])
}

/**
 * A body whose lists are decoded on use: callers that read uncles or the hash of a transaction seldom need the
 * transactions.
 */
export class StoredBody implements BlockBody {
  readonly #network: Network
  readonly #lists: { readonly uncles: RlpReader; readonly transactions: RlpReader }
  #uncles: readonly BlockHeader[] | undefined
  #encodedTransactions: readonly Uint8Array[] | undefined
  #transactions: readonly Transaction[] | undefined
  readonly #hashes: Hash[] = []

  constructor(bytes: Uint8Array, network: Network) {
    const reader = RlpReader.list(bytes, 'stored body')
    this.#lists = { uncles: reader.list('uncles'), transactions: reader.list('transactions') }
    this.#network = network
  }

  get uncles(): readonly BlockHeader[] {
    this.#uncles ??= encodedItems(this.#lists.uncles).map((uncle) => decodeHeader(uncle, this.#network))
    return this.#uncles
  }

  get transactions(): readonly Transaction[] {
    const decode = this.#network.isDevelopment ? decodeLocalTransaction : decodeBodyItem
    this.#transactions ??= this.#encoded.map((transaction) => decode(transaction))
    return this.#transactions
  }

  get transactionCount(): number {
    return this.#encoded.length
  }

  transactionHash(index: number): Hash {
    const hash = this.#hashes[index] ?? hashOfBodyItem(this.#encoded[index]!)
    this.#hashes[index] = hash
    return hash
  }

  get #encoded(): readonly Uint8Array[] {
    this.#encodedTransactions ??= encodedItems(this.#lists.transactions)
    return this.#encodedTransactions
  }
}

function encodedItems(list: RlpReader): Uint8Array[] {
  const items: Uint8Array[] = []
  while (!list.done) items.push(list.encoded(`[${items.length}]`))
  return items
}
