import { toHex } from '../../primitives/hex.ts'
import { bytesToQuantity, toQuantity } from '../../primitives/quantity.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { accessListEntries } from '../../protocol/transactions/accessList.ts'
import type { Authorization } from '../../protocol/transactions/authorization.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { Type2Transaction } from '../../protocol/transactions/type2.ts'
import { Type4Transaction } from '../../protocol/transactions/type4.ts'
import { TypedTransaction } from '../../protocol/transactions/typedTransaction.ts'
import * as schema from '../json/schema.ts'

export const quantityOrNull = (value: bigint | number | null): string | null =>
  value === null ? null : toQuantity(value)

/** At least two digits, as the reference node writes chain ids and the `v` of signatures. */
export const twoDigitQuantity = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`

/** The place of a transaction in the chain. */
export interface PlaceInChain {
  readonly block: Pick<BlockHeader, 'hash' | 'number'>
  readonly index: number
}

export type TransactionShape = ReturnType<typeof transactionShape>

/** The REMASC transaction has no sender; the reference node answers the zero address. */
const noSender = `0x${'0'.repeat(40)}`

export const senderText = (transaction: Transaction): string =>
  transaction.sender === undefined ? noSender : toHex(transaction.sender)

/** A transaction without a place is pending. */
export function transactionShape(transaction: Transaction, place: PlaceInChain | null) {
  return {
    hash: toHex(transaction.hash),
    nonce: bytesToQuantity(transaction.nonce),
    blockHash: place && toHex(place.block.hash),
    blockNumber: place && toQuantity(place.block.number),
    transactionIndex: place && toQuantity(place.index),
    from: senderText(transaction),
    to: transaction.to && toHex(transaction.to),
    gas: bytesToQuantity(transaction.gasLimit),
    gasPrice: toQuantity(transaction.gasPriceValue),
    value: toQuantity(transaction.value),
    input: toHex(transaction.data),
    ...signatureShape(transaction),
    type: typeText(transaction),
    ...(transaction instanceof TypedTransaction && typedShape(transaction)),
  }
}

/** Two bytes in Rootstock's namespace. */
export const typeText = ({ prefix }: Transaction): string =>
  prefix.length === 2 ? toHex(prefix) : toQuantity(prefix[0] ?? 0)

/** A type 4 transaction shows no access list, as in the reference node. */
function typedShape(transaction: TypedTransaction) {
  const { chainId, accessList, parity } = transaction
  const fees =
    transaction instanceof Type2Transaction || transaction instanceof Type4Transaction
      ? transaction.fees
      : undefined
  return {
    chainId: toQuantity(chainId),
    yParity: toQuantity(parity),
    ...(fees !== undefined && {
      maxPriorityFeePerGas: toQuantity(fees.maximumPriorityFee ?? 0n),
      maxFeePerGas: toQuantity(fees.maximumFee ?? 0n),
    }),
    ...(transaction instanceof Type4Transaction
      ? { authorizationList: transaction.authorizations.map(authorizationShape) }
      : { accessList: accessListShape(accessList) }),
  }
}

const accessListShape = (accessList: Uint8Array): { address: string; storageKeys: string[] }[] =>
  [...accessListEntries(accessList)].map(({ address, cells }) => ({
    address: toHex(address),
    storageKeys: cells.map(toHex),
  }))

const authorizationShape = ({ chainId, address, nonce, parity, r, s }: Authorization) => ({
  chainId: toQuantity(chainId),
  address: toHex(address),
  nonce: bytesToQuantity(nonce),
  yParity: toQuantity(parity),
  r: toQuantity(r),
  s: toQuantity(s),
})

function signatureShape({ signature, chainId, prefix }: Transaction) {
  if (signature === null) return { v: '0x0', r: '0x0', s: '0x0' }
  if (prefix.length > 0) {
    return { v: toQuantity(signature.v - 27), r: toQuantity(signature.r), s: toQuantity(signature.s) }
  }
  const v = chainId === 0 ? signature.v : signature.v - 27 + 35 + 2 * chainId
  return { v: twoDigitQuantity(v), r: toQuantity(signature.r), s: toQuantity(signature.s) }
}

/** The optional members are those of types 1, 2 and 4. */
export const transactionSchema = schema.objectOf(
  {
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
    v: schema.digits,
    r: schema.quantity,
    s: schema.quantity,
    type: schema.digits,
  },
  {
    chainId: schema.quantity,
    yParity: schema.quantity,
    maxPriorityFeePerGas: schema.quantity,
    maxFeePerGas: schema.quantity,
    accessList: schema.accessList,
    authorizationList: schema.authorizationList,
  },
)
