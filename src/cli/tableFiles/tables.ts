import type { Chain } from '../../chain/chain.ts'
import { addressBytes, type FlatLog, topicBytes } from '../../chain/storage/flatLog.ts'
import type { OutlinedBlock } from '../../chain/storage/outlinedBlock.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import { asAddress, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { hashForMergedMining } from '../../protocol/headers/hashes.ts'
import { gasLimitOf, type MergedMiningFields } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { Type2Transaction } from '../../protocol/transactions/type2.ts'
import { Type4Transaction } from '../../protocol/transactions/type4.ts'
import { blockSize, hasBaseFee } from '../../rpc/shapes/blockShape.ts'
import { columnsOf, defineTable, type Table } from './table.ts'
import { traces } from './traceTable.ts'

/*
 * Columns have the names of cryo, or those of ethereum-etl for what cryo lacks (the table `receipts`, and `gas_limit`,
 * `difficulty`, `sha3_uncles` and `transaction_count` of blocks). Members that only Rootstock has are named as in the
 * answers of the RPC, in snake case.
 */

interface BlockRow {
  readonly block: StoredBlock
  readonly network: Network
}

/** Blocks of a local chain may lack it. */
const noMergedMining = { header: emptyBytes, coinbase: emptyBytes, merkleProof: emptyBytes }
const mergedMining = (row: BlockRow): MergedMiningFields => row.block.header.mergedMining ?? noMergedMining

const block = columnsOf<BlockRow>()

const blocks = defineTable<BlockRow>({
  name: 'blocks',
  needs: 'blocks',
  columns: [
    block.integer('block_number', (row) => row.block.number),
    block.bytes('block_hash', (row) => row.block.hash),
    block.bytes('parent_hash', (row) => row.block.header.parentHash),
    block.integer('timestamp', (row) => row.block.header.timestamp),
    block.bytes('author', (row) => row.block.header.coinbase),
    block.decimal('difficulty', (row) => row.block.header.difficulty),
    block.decimal('total_difficulty_string', (row) => row.block.totalDifficulty),
    block.integer('size', (row) => blockSize(row.block)),
    block.integer('gas_limit', (row) => gasLimitOf(row.block.header)),
    block.integer('gas_used', (row) => row.block.header.gasUsed),
    block.nullable.integer('base_fee_per_gas', ({ block: { number }, network }) =>
      hasBaseFee(network, number) ? 0 : null,
    ),
    block.nullable.decimal('minimum_gas_price', (row) => row.block.header.minimumGasPrice),
    block.decimal('paid_fees', (row) => row.block.header.paidFees),
    block.integer('transaction_count', (row) => row.block.transactions.length),
    block.text('uncles', (row) => row.block.uncles.map(({ hash }) => toHex(hash)).join(',')),
    block.bytes('extra_data', (row) => row.block.header.extraData),
    block.bytes('state_root', (row) => row.block.header.stateRoot),
    block.bytes('transactions_root', (row) => row.block.header.transactionsRoot),
    block.bytes('receipts_root', (row) => row.block.header.receiptsRoot),
    block.bytes('sha3_uncles', (row) => row.block.header.unclesHash),
    block.bytes('logs_bloom', (row) => row.block.header.logsBloom),
    block.bytes('hash_for_merged_mining', (row) => hashForMergedMining(row.block.header, row.network)),
    block.bytes('bitcoin_merged_mining_header', (row) => mergedMining(row).header),
    block.bytes('bitcoin_merged_mining_coinbase_transaction', (row) => mergedMining(row).coinbase),
    block.bytes('bitcoin_merged_mining_merkle_proof', (row) => mergedMining(row).merkleProof),
    block.integer('chain_id', (row) => row.network.chainId),
  ],
  rowsOf: ({ stored }, { network }, add) => add({ block: stored, network }),
})

interface TransactionRow extends BlockRow {
  readonly transaction: Transaction
  readonly receipt: Receipt
  readonly index: number
}

/** The REMASC transaction has no sender; answers of the RPC have the zero address. */
const noSender = asAddress(new Uint8Array(20))

/** Two bytes in Rootstock's namespace. */
const typeOf = ({ prefix: [first = 0, second] }: Transaction): number =>
  second === undefined ? first : (first << 8) | second

const feesOf = ({ transaction }: TransactionRow) =>
  transaction instanceof Type2Transaction || transaction instanceof Type4Transaction
    ? transaction.fees
    : undefined

const transaction = columnsOf<TransactionRow>()

function transactionRows(stored: StoredBlock, network: Network, add: (row: TransactionRow) => void): void {
  const { transactions } = stored
  // The genesis block has no receipts.
  if (transactions.length === 0) return
  const { receipts } = stored
  for (const [index, each] of transactions.entries()) {
    add({ block: stored, network, transaction: each, receipt: receipts[index]!, index })
  }
}

const transactions = defineTable<TransactionRow>({
  name: 'transactions',
  needs: 'receipts',
  columns: [
    transaction.integer('block_number', (row) => row.block.number),
    transaction.bytes('block_hash', (row) => row.block.hash),
    transaction.integer('timestamp', (row) => row.block.header.timestamp),
    transaction.integer('transaction_index', (row) => row.index),
    transaction.bytes('transaction_hash', (row) => row.transaction.hash),
    transaction.integer('nonce', (row) => row.transaction.nonceValue),
    transaction.bytes('from_address', (row) => row.transaction.sender ?? noSender),
    transaction.nullable.bytes('to_address', (row) => row.transaction.to),
    transaction.decimal('value_string', (row) => row.transaction.value),
    transaction.bytes('input', (row) => row.transaction.data),
    transaction.integer('gas_limit', (row) => row.transaction.gasLimitValue),
    transaction.integer('gas_used', (row) => row.receipt.gasUsed),
    transaction.decimal('gas_price', (row) => row.transaction.gasPriceValue),
    transaction.integer('transaction_type', (row) => typeOf(row.transaction)),
    transaction.nullable.decimal(
      'max_priority_fee_per_gas',
      (row) => feesOf(row)?.maximumPriorityFee ?? null,
    ),
    transaction.nullable.decimal('max_fee_per_gas', (row) => feesOf(row)?.maximumFee ?? null),
    transaction.boolean('success', (row) => row.receipt.success),
    transaction.integer('chain_id', (row) => row.network.chainId),
  ],
  rowsOf: ({ stored }, { network }, add) => transactionRows(stored, network, add),
})

const receipts = defineTable<TransactionRow>({
  name: 'receipts',
  needs: 'receipts',
  columns: [
    transaction.bytes('transaction_hash', (row) => row.transaction.hash),
    transaction.integer('transaction_index', (row) => row.index),
    transaction.bytes('block_hash', (row) => row.block.hash),
    transaction.integer('block_number', (row) => row.block.number),
    transaction.bytes('from_address', (row) => row.transaction.sender ?? noSender),
    transaction.nullable.bytes('to_address', (row) => row.transaction.to),
    transaction.integer('cumulative_gas_used', (row) => row.receipt.cumulativeGasUsed),
    transaction.integer('gas_used', (row) => row.receipt.gasUsed),
    // Failed creations have one too, as in the answers of the RPC.
    transaction.nullable.bytes('contract_address', ({ transaction: { to, sender, nonceValue } }) =>
      to === null && sender !== undefined ? createdAddress(sender, nonceValue) : null,
    ),
    transaction.integer('status', (row) => (row.receipt.success ? 1 : 0)),
    transaction.decimal('effective_gas_price', (row) => row.transaction.gasPriceValue),
    transaction.integer('transaction_type', (row) => typeOf(row.transaction)),
    transaction.integer('log_count', (row) => row.receipt.logs.length),
    transaction.integer('chain_id', (row) => row.network.chainId),
  ],
  rowsOf: ({ stored }, { network }, add) => transactionRows(stored, network, add),
})

interface LogRow {
  readonly block: OutlinedBlock
  readonly chainId: number
  readonly transactionIndex: number
  readonly transactionHash: Hash
  readonly logIndex: number
  readonly log: FlatLog
}

const log = columnsOf<LogRow>()

const logs = defineTable<LogRow>({
  name: 'logs',
  needs: 'receipts',
  columns: [
    log.integer('block_number', (row) => row.block.number),
    log.bytes('block_hash', (row) => row.block.hash),
    log.integer('timestamp', (row) => row.block.timestamp),
    log.integer('transaction_index', (row) => row.transactionIndex),
    log.integer('log_index', (row) => row.logIndex),
    log.bytes('transaction_hash', (row) => row.transactionHash),
    log.bytes('address', (row) => row.log.part(0, addressBytes)),
    ...[0, 1, 2, 3].map((position) =>
      log.nullable.bytes(`topic${position}`, ({ log: { topicCount }, log: each }) =>
        position < topicCount ? each.part(addressBytes + position * topicBytes, topicBytes) : null,
      ),
    ),
    log.bytes('data', ({ log: each }) => each.part(each.dataStart, each.length - each.dataStart)),
    log.integer('chain_id', (row) => row.chainId),
  ],
  rowsOf: logRows,
})

/** Neither the header nor the transactions are decoded, which takes longer than to read the logs. */
function logRows(block: OutlinedBlock, chain: Chain, add: (row: LogRow) => void): void {
  // The genesis block has no receipts.
  if (block.number === 0) return
  const { chainId } = chain.network
  let transaction: Pick<LogRow, 'transactionIndex' | 'transactionHash'> | undefined
  chain.visitEveryLog(block, (log, transactionIndex, logIndex) => {
    if (transaction?.transactionIndex !== transactionIndex) {
      transaction = { transactionIndex, transactionHash: chain.transactionHash(block, transactionIndex) }
    }
    const { transactionHash } = transaction
    add({ block, chainId, transactionIndex, transactionHash, logIndex, log })
  })
}

export const tables: readonly Table[] = [blocks, transactions, receipts, logs, traces]
