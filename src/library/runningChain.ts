import type { Chain } from '../chain/chain.ts'
import type { Reorganisation } from '../chain/importing/events.ts'
import type { StoredBlock } from '../chain/storage/storedBlock.ts'
import { createdAddress } from '../evm/contractAddress.ts'
import { EventEmitter } from '../platform/events.ts'
import { type Address as AddressBytes, asAddress, asHash } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { gasLimitOf } from '../protocol/headers/header.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { shownTransactions } from '../rpc/shapes/blockShape.ts'
import { hexBytes } from '../settings/programTypes.ts'
import { wholeNumbers } from '../settings/valueTypes.ts'
import type {
  ChainBlock,
  ChainEvents,
  ChainReceipt,
  ChainReorganisation,
  ChainTransaction,
  ChainView,
} from './chainTypes.ts'
import { checkedArgument } from './checkedArgument.ts'
import type { Address, Hash, Hex } from './hexTypes.ts'

export const hexOf = (bytes: Uint8Array): Hex => `0x${toHexDigits(bytes)}`

const hashType = hexBytes('a hash of 32 bytes in hex with 0x', ({ length }) => length === 32)
const addressType = hexBytes('an address of 20 bytes in hex with 0x', ({ length }) => length === 20)
const numberType = wholeNumbers(0, Number.MAX_SAFE_INTEGER)
/** The sender of the REMASC transaction, as in answers of JSON-RPC. */
const noSender = new Uint8Array(20)

/** The chain of a node as programs see it. */
export class RunningChain extends EventEmitter<ChainEvents> implements ChainView {
  readonly #chain: () => Chain
  readonly #skipsRemasc: boolean

  /** `chain` throws when the node is closed. */
  constructor(chain: () => Chain, skipsRemasc: boolean) {
    super()
    this.#chain = chain
    this.#skipsRemasc = skipsRemasc
  }

  get head(): ChainBlock {
    return this.blockOf(this.#chain().head)
  }

  block(which: number | Hash): ChainBlock | undefined {
    const block = this.#select(which)
    return block && this.blockOf(block)
  }

  transaction(hash: Hash): ChainTransaction | undefined {
    const found = this.#chain().transaction(asHash(checkedArgument('hash', hashType, hash)))
    return found && transactionOf(found.block.transactions[found.index]!, found)
  }

  receipt(hash: Hash): ChainReceipt | undefined {
    const found = this.#chain().transaction(asHash(checkedArgument('hash', hashType, hash)))
    return found && receiptOf(found.block, found.index)
  }

  balance(address: Address, which: number | Hash = hexOf(this.#chain().head.hash)): bigint {
    const account = asAddress(checkedArgument('address', addressType, address))
    const block = this.#select(which)
    if (block === undefined) throw new RangeError(`there is no block ${which}`)
    const balance = this.#chain().sharedState(block).balance(account)
    return balance > 0n ? balance : 0n
  }

  /** A stored block as programs see it. */
  blockOf(block: StoredBlock): ChainBlock {
    const { header } = block
    return {
      number: header.number,
      hash: hexOf(header.hash),
      parentHash: hexOf(header.parentHash),
      timestamp: header.timestamp,
      miner: hexOf(header.coinbase),
      stateRoot: hexOf(this.#chain().editedRoot(header.hash) ?? header.stateRoot),
      gasLimit: gasLimitOf(header),
      gasUsed: BigInt(header.gasUsed),
      minimumGasPrice: header.minimumGasPrice ?? 0n,
      difficulty: header.difficulty,
      transactions: shownTransactions(block, this.#skipsRemasc).map(({ hash }) => hexOf(hash)),
    }
  }

  reorganisationOf({ commonAncestor, abandoned, adopted }: Reorganisation): ChainReorganisation {
    const blockOf = this.blockOf.bind(this)
    return {
      commonAncestor: blockOf(commonAncestor),
      abandoned: abandoned.map(blockOf),
      adopted: adopted.map(blockOf),
    }
  }

  #select(which: number | Hash): StoredBlock | undefined {
    const selector =
      typeof which === 'number'
        ? checkedArgument('block', numberType, which)
        : asHash(checkedArgument('block', hashType, which))
    return this.#chain().select(selector)
  }
}

/** A transaction as programs see it. One without a place is pending. */
export function transactionOf(
  transaction: Transaction,
  place?: { readonly block: StoredBlock; readonly index: number },
): ChainTransaction {
  return {
    hash: hexOf(transaction.hash),
    from: hexOf(transaction.sender ?? noSender),
    to: transaction.to && hexOf(transaction.to),
    nonce: transaction.nonceValue,
    value: transaction.value,
    gas: transaction.gasLimitValue,
    gasPrice: transaction.gasPriceValue,
    input: hexOf(transaction.data),
    blockNumber: place?.block.number,
    blockHash: place && hexOf(place.block.hash),
    transactionIndex: place?.index,
  }
}

function receiptOf(block: StoredBlock, index: number): ChainReceipt {
  const transaction = block.transactions[index]!
  const { success, gasUsed, logs } = block.receipts[index]!
  return {
    transactionHash: hexOf(transaction.hash),
    transactionIndex: index,
    blockNumber: block.number,
    blockHash: hexOf(block.hash),
    status: success ? 'success' : 'reverted',
    gasUsed: BigInt(gasUsed),
    contractAddress: transaction.to === null ? createdBy(transaction.sender, transaction) : null,
    logs: logs.map(({ address, topics, data }) => ({
      address: hexOf(address),
      topics: topics.map(hexOf),
      data: hexOf(data),
    })),
  }
}

const createdBy = (sender: AddressBytes | undefined, { nonceValue }: Transaction): Address | null =>
  sender === undefined ? null : hexOf(createdAddress(sender, nonceValue))
