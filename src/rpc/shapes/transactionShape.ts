import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { bytesToQuantity, toQuantity } from '../../primitives/quantity.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { TypedTransaction } from '../../protocol/transactions/typedTransaction.ts'
import * as schema from '../json/schema.ts'

export const quantityOrNull = (value: bigint | number | null): string | null =>
  value === null ? null : toQuantity(value)

/** At least two digits, as the reference node writes chain ids and the `v` of signatures. */
export const twoDigitQuantity = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`

/** The place of a transaction in the chain. */
export interface TransactionPlace {
  readonly blockHash: Hash
  readonly blockNumber: number
  readonly index: number
}

export type TransactionShape = ReturnType<typeof transactionShape>

/** The REMASC transaction has no sender; the reference node answers the zero address. */
const noSender = `0x${'0'.repeat(40)}`

export const senderText = (transaction: Transaction): string =>
  transaction.sender === undefined ? noSender : toHex(transaction.sender)

/** A transaction without a place is pending. */
export function transactionShape(transaction: Transaction, place: TransactionPlace | null) {
  return {
    hash: toHex(transaction.hash),
    nonce: bytesToQuantity(transaction.nonce),
    blockHash: place && toHex(place.blockHash),
    blockNumber: place && toQuantity(place.blockNumber),
    transactionIndex: place && toQuantity(place.index),
    from: senderText(transaction),
    to: transaction.to && toHex(transaction.to),
    gas: bytesToQuantity(transaction.gasLimit),
    gasPrice: toQuantity(transaction.gasPriceValue),
    value: toQuantity(transaction.value),
    input: toHex(transaction.data),
    ...signatureShape(transaction),
    type: '0x0',
    ...(transaction instanceof TypedTransaction && typedShape(transaction)),
  }
}

/** The members that Ethereum's clients expect of a typed transaction, which only development chains accept. */
function typedShape({
  type,
  chainId,
  gasPriceValue,
  maximumPriorityFee,
  accessList,
  signature,
}: TypedTransaction) {
  return {
    type: toQuantity(type),
    chainId: toQuantity(chainId),
    v: toQuantity((signature?.v ?? 27) - 27),
    yParity: toQuantity((signature?.v ?? 27) - 27),
    accessList: accessListShape(accessList),
    ...(maximumPriorityFee !== undefined && {
      maxFeePerGas: toQuantity(gasPriceValue),
      maxPriorityFeePerGas: toQuantity(maximumPriorityFee),
    }),
  }
}

function accessListShape(encoded: Uint8Array): { address: string; storageKeys: string[] }[] {
  const entries: { address: string; storageKeys: string[] }[] = []
  for (const list = RlpReader.list(encoded, 'accessList'); !list.done; ) {
    const entry = list.list('entry')
    const address = toHex(entry.bytes('address'))
    const storageKeys: string[] = []
    for (const keys = entry.list('storageKeys'); !keys.done; ) storageKeys.push(toHex(keys.bytes('key')))
    entries.push({ address, storageKeys })
  }
  return entries
}

function signatureShape({ signature, chainId }: Transaction) {
  if (signature === null) return { v: '0x0', r: '0x0', s: '0x0' }
  const v = chainId === 0 ? signature.v : signature.v - 27 + 35 + 2 * chainId
  return { v: twoDigitQuantity(v), r: toQuantity(signature.r), s: toQuantity(signature.s) }
}

export const transactionSchema = schema.objectOf({
  hash: schema.hash,
  nonce: schema.quantity,
  blockHash: schema.nullable(schema.hash),
  blockNumber: schema.nullable(schema.quantity),
  transactionIndex: schema.nullable(schema.quantity),
  from: schema.address,
  to: schema.nullable(schema.address),
  gas: schema.quantity,
  gasPrice: schema.quantity,
  value: schema.quantity,
  input: schema.data,
  v: schema.text,
  r: schema.quantity,
  s: schema.quantity,
  type: schema.constant('0x0'),
})
