import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { logCountOf } from '../../chain/storage/storedReceipts.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { emptyBloom } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { prices } from '../budget/workPrices.ts'
import * as schema from '../json/schema.ts'
import { logSchema, logShapes } from './logShape.ts'
import { senderText, typeText } from './transactionShape.ts'

/** Logs pay 8 gas for a byte of data, which takes 20 ns to write. */
const dataGasPerUnit = 20_000

/** Work to read and write a receipt, known before it is done. */
export function unitsOfReceipt(receipt: Receipt): number {
  const logCount = logCountOf(receipt)
  const unitsOfData = logCount === 0 ? 0 : receipt.gasUsed / dataGasPerUnit
  return prices.receipt + logCount * prices.receiptLog + unitsOfData
}

export const unitsOfReceipts = (receipts: readonly Receipt[]): number =>
  receipts.reduce((sum, receipt) => sum + unitsOfReceipt(receipt), 0)

/** Work to encode receipts, which are stored in almost the same form. */
export const unitsOfRawReceipts = (receipts: readonly Receipt[]): number =>
  receipts.reduce((sum, receipt) => sum + prices.receipt + logCountOf(receipt) * prices.log, 0)

/** The receipt of the transaction at a position in a block. */
export function receiptShape(block: StoredBlock, index: number) {
  const { hash, number, header, transactions, receipts } = block
  const { logs, logsBloom } = receipts[index]!
  const place = {
    blockHash: hash,
    blockNumber: number,
    blockTimestamp: header.timestamp,
    transactionHash: transactions[index]!.hash,
    transactionIndex: index,
  }
  const firstLog = logCountBefore(block, index)
  return {
    ...shortReceiptShape(block, index),
    logs: logShapes(logs.map((log, position) => ({ ...place, log, logIndex: firstLog + position }))),
    logsBloom: logsBloom === emptyBloom ? emptyBloomText : toHex(logsBloom),
  }
}

/** The number of logs of the transactions before a position in a block. */
export const logCountBefore = ({ receipts }: StoredBlock, index: number): number =>
  receipts.slice(0, index).reduce((count, receipt) => count + logCountOf(receipt), 0)

/** A receipt of a list for Otterscan, which asks for logs one by one; they are not read. */
export function shortReceiptShape(block: StoredBlock, index: number) {
  const { hash, number, header, transactions, receipts } = block
  const transaction = transactions[index]!
  const { cumulativeGasUsed, gasUsed, success } = receipts[index]!
  return {
    transactionHash: toHex(transaction.hash),
    transactionIndex: toQuantity(index),
    blockHash: toHex(hash),
    blockNumber: toQuantity(number),
    blockTimestamp: toQuantity(header.timestamp),
    cumulativeGasUsed: toQuantity(cumulativeGasUsed),
    gasUsed: toQuantity(gasUsed),
    contractAddress: contractAddress(transaction),
    logs: null,
    from: senderText(transaction),
    to: transaction.to && toHex(transaction.to),
    status: success ? '0x1' : '0x0',
    logsBloom: null,
    type: typeText(transaction),
    effectiveGasPrice: toQuantity(transaction.gasPriceValue),
  }
}

const emptyBloomText = toHex(emptyBloom)

/** The reference node answers the address of failed creations too. */
function contractAddress({ to, sender, nonceValue }: Transaction): string | null {
  return to === null && sender !== undefined ? toHex(createdAddress(sender, nonceValue)) : null
}

export const receiptSchema = schema.objectOf({
  transactionHash: schema.hash,
  transactionIndex: schema.quantity,
  blockHash: schema.hash,
  blockNumber: schema.quantity,
  blockTimestamp: schema.quantity,
  cumulativeGasUsed: schema.quantity,
  gasUsed: schema.quantity,
  contractAddress: schema.nullable(schema.address),
  logs: schema.arrayOf(logSchema),
  from: schema.address,
  to: schema.nullable(schema.address),
  status: schema.quantity,
  logsBloom: schema.data,
  type: schema.digits,
  effectiveGasPrice: schema.quantity,
})
