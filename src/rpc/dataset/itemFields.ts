import type { OutlinedBlock } from '../../chain/storage/outlinedBlock.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { blockSize, hasBaseFee } from '../shapes/blockShape.ts'
import { transactionShape } from '../shapes/transactionShape.ts'

/*
 * The members of blocks and transactions in SQD's language, each with the function that writes its JSON. Numbers of
 * blocks, positions, nonces and times are JSON numbers, amounts are quantities in hex. What Rootstock does not have is null.
 */

export interface BlockItem {
  readonly block: OutlinedBlock
  readonly network: Network
}

export interface TransactionItem {
  readonly block: StoredBlock
  readonly index: number
  readonly transaction: Transaction
  readonly receipt: Receipt
}

/** Writes the JSON of one member. */
type Write<Item> = (item: Item) => string
export type ItemFields<Item> = Readonly<Record<string, Write<Item>>>

export const hex = (bytes: Uint8Array): string => `"${toHex(bytes)}"`
export const amount = (value: bigint | number): string => `"${toQuantity(value)}"`
const none = (): string => 'null'
/** The first four bytes of input, by which a contract chooses its function. */
export const sighashOf = (input: Uint8Array): Uint8Array | undefined =>
  input.length < 4 ? undefined : input.subarray(0, 4)
export const sighashText = (input: Uint8Array): string => hex(sighashOf(input) ?? new Uint8Array(0))

/** Rootstock has neither a nonce nor a mix hash; Ethereum's clients expect both. */
const zeroNonce = `"0x${'0'.repeat(16)}"`
const zeroHash = `"0x${'0'.repeat(64)}"`

export const blockFields: ItemFields<BlockItem> = {
  number: ({ block }) => String(block.number),
  hash: ({ block }) => hex(block.hash),
  parentHash: ({ block }) => hex(block.parentHash),
  timestamp: ({ block }) => String(block.timestamp),
  transactionsRoot: ({ block: { stored } }) => hex(stored.header.transactionsRoot),
  receiptsRoot: ({ block: { stored } }) => hex(stored.header.receiptsRoot),
  stateRoot: ({ block: { stored } }) => hex(stored.header.stateRoot),
  logsBloom: ({ block: { stored } }) => hex(stored.header.logsBloom),
  sha3Uncles: ({ block: { stored } }) => hex(stored.header.unclesHash),
  extraData: ({ block: { stored } }) => hex(stored.header.extraData),
  miner: ({ block: { stored } }) => hex(stored.header.coinbase),
  nonce: () => zeroNonce,
  mixHash: () => zeroHash,
  size: ({ block: { stored } }) => String(blockSize(stored)),
  gasLimit: ({ block: { stored } }) => amount(gasLimitOf(stored.header)),
  gasUsed: ({ block }) => amount(block.gasUsed),
  difficulty: ({ block: { stored } }) => amount(stored.header.difficulty),
  totalDifficulty: ({ block: { stored } }) => amount(stored.totalDifficulty),
  baseFeePerGas: ({ block: { number }, network }) => (hasBaseFee(network, number) ? amount(0) : 'null'),
  l1BlockNumber: none,
}

/** A member as `eth_getTransactionByHash` answers it; null when the type of the transaction does not have it. */
const shaped =
  (name: string, write: (text: string) => string = JSON.stringify): Write<TransactionItem> =>
  ({ transaction }) => {
    const shape: Readonly<Record<string, unknown>> = transactionShape(transaction, null)
    const value = shape[name]
    return typeof value === 'string' ? write(value) : 'null'
  }
const asNumber = (text: string): string => String(Number(text))

export const transactionFields: ItemFields<TransactionItem> = {
  transactionIndex: ({ index }) => String(index),
  hash: ({ transaction }) => hex(transaction.hash),
  nonce: ({ transaction }) => String(transaction.nonceValue),
  from: shaped('from'),
  to: ({ transaction: { to } }) => (to === null ? 'null' : hex(to)),
  input: ({ transaction }) => hex(transaction.data),
  value: ({ transaction }) => amount(transaction.value),
  gas: ({ transaction }) => amount(transaction.gasLimitValue),
  gasPrice: ({ transaction }) => amount(transaction.gasPriceValue),
  maxFeePerGas: shaped('maxFeePerGas'),
  maxPriorityFeePerGas: shaped('maxPriorityFeePerGas'),
  v: shaped('v'),
  r: shaped('r'),
  s: shaped('s'),
  yParity: shaped('yParity', asNumber),
  chainId: ({ transaction: { chainId } }) => (chainId === 0 ? 'null' : String(chainId)),
  sighash: ({ transaction }) => sighashText(transaction.data),
  contractAddress: ({ transaction: { to, sender, nonceValue } }) =>
    to === null && sender !== undefined ? hex(createdAddress(sender, nonceValue)) : 'null',
  gasUsed: ({ receipt }) => amount(receipt.gasUsed),
  cumulativeGasUsed: ({ receipt }) => amount(receipt.cumulativeGasUsed),
  effectiveGasPrice: ({ transaction }) => amount(transaction.gasPriceValue),
  type: shaped('type', asNumber),
  status: ({ receipt }) => (receipt.success ? '1' : '0'),
  authorizationList: none,
  l1Fee: none,
  l1FeeScalar: none,
  l1GasPrice: none,
  l1GasUsed: none,
  l1BlobBaseFee: none,
  l1BlobBaseFeeScalar: none,
  l1BaseFeeScalar: none,
}

/** Writes items with the members that identify them and those that were chosen. */
export function itemWriter<Item>(
  fields: ItemFields<Item>,
  always: readonly string[],
  chosen: ReadonlySet<string>,
): Write<Item> {
  const names = [
    ...always,
    ...Object.keys(fields).filter((name) => chosen.has(name) && !always.includes(name)),
  ]
  const members = names.map((name, position) => ({
    before: `${position === 0 ? '{' : ','}"${name}":`,
    write: fields[name]!,
  }))
  return (item) => {
    let text = ''
    for (const { before, write } of members) text += before + write(item)
    return `${text}}`
  }
}
