import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { Block } from '../../protocol/block.ts'
import { emptyBloom, logsBloom } from '../../protocol/bloom.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import { hashForMergedMining } from '../../protocol/headers/hashes.ts'
import { type BlockHeader, gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import * as schema from '../json/schema.ts'
import {
  quantityOrNull,
  type TransactionShape,
  transactionSchema,
  transactionShape,
} from './transactionShape.ts'

/** The transactions of a block as clients see them. REMASC's is the last, so the others keep their positions. */
export function shownTransactions(block: Block, skipsRemasc: boolean): readonly Transaction[] {
  const { transactions } = block
  const last = transactions.length - 1
  return skipsRemasc && last >= 0 && isRemascTransaction(block, last)
    ? transactions.slice(0, last)
    : transactions
}

/** The bloom of the logs that clients see: some refuse a block whose bloom has logs that a search does not find. */
export function shownBloom(
  block: Block & { readonly receipts?: readonly Receipt[] },
  { hidesRemascFrom }: Network,
): Uint8Array {
  const { logsBloom: bloom, number } = block.header
  if (hidesRemascFrom === undefined || number < hidesRemascFrom || equalBytes(bloom, emptyBloom)) return bloom
  const { receipts } = block
  if (receipts === undefined) return bloom
  const shown = shownTransactions(block, true).length
  return logsBloom(receipts.slice(0, shown).flatMap(({ logs }) => logs))
}

const maximumShortListLength = 55

/** The length of a block's RLP, computed without writing it: transactions keep their own encoding. */
export function blockSize({ header, transactions, uncles }: Block): number {
  const transactionBytes = transactions.reduce((sum, { inBody }) => sum + inBody.length, 0)
  const uncleBytes = uncles.reduce((sum, uncle) => sum + encodeHeader(uncle).length, 0)
  return listSize(encodeHeader(header).length + listSize(transactionBytes) + listSize(uncleBytes))
}

const listSize = (payload: number): number =>
  1 + (payload > maximumShortListLength ? unsignedBytes(payload).length : 0) + payload

/** Rootstock has neither member; Ethereum's clients expect both. */
const mixHash = `0x${'0'.repeat(64)}`
const nonce = `0x${'0'.repeat(16)}`

export type BlockShape = ReturnType<typeof shapeOf>

interface BlockShapeOptions {
  readonly network: Network
  /** Work of the block and all its ancestors; 0 when the ancestors are not known. */
  readonly totalDifficulty: bigint
}

export interface MinedBlockShapeOptions extends BlockShapeOptions {
  /** Whether transactions are whole objects instead of hashes. */
  readonly fullTransactions: boolean
  readonly skipsRemasc: boolean
}

export function blockShape(
  block: Block,
  { fullTransactions, skipsRemasc, ...options }: MinedBlockShapeOptions,
): BlockShape & { readonly baseFeePerGas?: string } {
  const shown = shownTransactions(block, skipsRemasc)
  const transactions = shown.map((transaction, index) =>
    fullTransactions
      ? transactionShape(transaction, { block: block.header, index })
      : toHex(transaction.hash),
  )
  const shape = {
    ...shapeOf(block, transactions, options),
    logsBloom: toHex(shownBloom(block, options.network)),
  }
  return hasBaseFee(options.network, block.header.number) ? { ...shape, baseFeePerGas: noBaseFee } : shape
}

/** Rootstock burns no fees. */
const noBaseFee = '0x0'

/**
 * With types 1 and 2, blocks have a base fee of zero (RSKIP546). A development chain that accepts them without the other drafts
 * shows none, so that tools which look for it (ethers, viem, Hardhat) send legacy transactions as on public networks.
 */
export function hasBaseFee(network: Network, blockNumber: number): boolean {
  const { rskip545, rskip546 } = rulesAt(network, blockNumber)
  return rskip546 && (rskip545 || network.isDevelopment !== true)
}

/** The transactions of an uncle were not executed and are not answered. */
export const uncleShape = (uncle: Block, options: BlockShapeOptions): BlockShape =>
  shapeOf(uncle, [], options)

/** The members of a block that its header has. */
export function headerShape(header: BlockHeader, network: Network) {
  const block = shapeOf({ header, transactions: [], uncles: [] }, [], { network, totalDifficulty: 0n })
  const { totalDifficulty, size, transactions, uncles, cumulativeDifficulty, ...shape } = block
  return shape
}

function shapeOf(
  block: Block,
  transactions: readonly (string | TransactionShape)[],
  { network, totalDifficulty }: BlockShapeOptions,
) {
  const { header, uncles } = block
  return {
    number: toQuantity(header.number),
    hash: toHex(header.hash),
    parentHash: toHex(header.parentHash),
    mixHash,
    nonce,
    sha3Uncles: toHex(header.unclesHash),
    logsBloom: toHex(header.logsBloom),
    transactionsRoot: toHex(header.transactionsRoot),
    stateRoot: toHex(header.stateRoot),
    receiptsRoot: toHex(header.receiptsRoot),
    miner: toHex(header.coinbase),
    difficulty: toQuantity(header.difficulty),
    totalDifficulty: toQuantity(totalDifficulty),
    extraData: toHex(header.extraData),
    size: toQuantity(blockSize(block)),
    gasLimit: toQuantity(gasLimitOf(header)),
    gasUsed: toQuantity(header.gasUsed),
    timestamp: toQuantity(header.timestamp),
    transactions,
    uncles: uncles.map(({ hash }) => toHex(hash)),
    minimumGasPrice: quantityOrNull(header.minimumGasPrice),
    ...mergedMiningShape(header),
    hashForMergedMining: toHex(hashForMergedMining(header, network)),
    paidFees: toQuantity(header.paidFees),
    cumulativeDifficulty: toQuantity(workOf(block)),
    rskPteEdges: header.edges,
    baseEvent: header.baseEvent?.length ? toHex(header.baseEvent) : null,
  }
}

function mergedMiningShape({ mergedMining }: BlockHeader) {
  return {
    bitcoinMergedMiningHeader: mergedMining ? toHex(mergedMining.header) : '0x',
    bitcoinMergedMiningCoinbaseTransaction: mergedMining ? toHex(mergedMining.coinbase) : '0x',
    bitcoinMergedMiningMerkleProof: mergedMining ? toHex(mergedMining.merkleProof) : '0x',
  }
}

const workOf = ({ header, uncles }: Block): bigint =>
  uncles.reduce((sum, { difficulty }) => sum + difficulty, header.difficulty)

const headerMembers = {
  number: schema.quantity,
  hash: schema.hash,
  parentHash: schema.hash,
  mixHash: schema.hash,
  nonce: schema.data,
  sha3Uncles: schema.hash,
  logsBloom: schema.data,
  transactionsRoot: schema.hash,
  stateRoot: schema.hash,
  receiptsRoot: schema.hash,
  miner: schema.address,
  difficulty: schema.quantity,
  extraData: schema.data,
  gasLimit: schema.quantity,
  gasUsed: schema.quantity,
  timestamp: schema.quantity,
  minimumGasPrice: schema.nullable(schema.quantity),
  bitcoinMergedMiningHeader: schema.data,
  bitcoinMergedMiningCoinbaseTransaction: schema.data,
  bitcoinMergedMiningMerkleProof: schema.data,
  hashForMergedMining: schema.hash,
  paidFees: schema.quantity,
  rskPteEdges: schema.nullable(schema.arrayOf(schema.number)),
  baseEvent: schema.nullable(schema.data),
}

export const headerSchema = schema.objectOf(headerMembers)

/** Blocks that may have typed transactions have a base fee. */
export const blockSchema = schema.objectOf(
  {
    ...headerMembers,
    totalDifficulty: schema.quantity,
    size: schema.quantity,
    transactions: schema.eitherOf(schema.arrayOf(schema.hash), schema.arrayOf(transactionSchema)),
    uncles: schema.arrayOf(schema.hash),
    cumulativeDifficulty: schema.quantity,
  },
  { baseFeePerGas: schema.quantity },
)
