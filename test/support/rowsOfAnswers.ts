import { ask } from '../processes/nodeProcess.ts'

/* Rows of the tables of `cambium export`, computed from answers of the RPC, with the values that JSON has for them. */

export type Row = Readonly<Record<string, string | number | boolean | null>>

type Answer = Readonly<Record<string, string>> & {
  readonly transactions: readonly Answer[]
  readonly uncles: readonly string[]
  readonly logs: readonly (Answer & { readonly topics: readonly string[] })[]
}

interface TraceAnswer {
  readonly action: Readonly<Record<string, string>>
  readonly result: Readonly<Record<string, string>> | null
  readonly type: string
  readonly subtraces: number
  readonly traceAddress: readonly number[]
  readonly transactionPosition: number
  readonly transactionHash: string
  readonly blockNumber: number
  readonly blockHash: string
  readonly error?: string
}

const number = (quantity: string | undefined): number => Number(quantity)
const decimal = (quantity: string | undefined): string => String(BigInt(quantity!))
const orNull = <Result>(
  value: string | null | undefined,
  convert: (text: string) => Result,
): Result | null => (value === null || value === undefined ? null : convert(value))
const same = (text: string): string => text
/** The rows of each table for the blocks of a node from 0 on. */
export async function rowsOfAnswers(
  url: string,
  lastBlock: number,
): Promise<Readonly<Record<string, Row[]>>> {
  const answer = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const { result, error } = await ask(url, method, ...params)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const chain_id = number((await answer('eth_chainId')) as string)
  const rows: Record<'blocks' | 'transactions' | 'receipts' | 'logs' | 'traces', Row[]> = {
    blocks: [],
    transactions: [],
    receipts: [],
    logs: [],
    traces: [],
  }
  for (let height = 0; height <= lastBlock; height++) {
    const quantity = `0x${height.toString(16)}`
    const block = (await answer('eth_getBlockByNumber', quantity, true)) as Answer
    const receipts = height === 0 ? [] : ((await answer('eth_getBlockReceipts', quantity)) as Answer[])
    const traces = (await answer('trace_block', quantity)) as TraceAnswer[] | null
    rows.blocks.push({ ...blockRow(block), chain_id })
    for (const [index, transaction] of block.transactions.entries()) {
      const receipt = receipts[index]!
      rows.transactions.push({ ...transactionRow(block, transaction, receipt), chain_id })
      rows.receipts.push({ ...receiptRow(receipt), chain_id })
      for (const log of receipt.logs) rows.logs.push({ ...logRow(block, log), chain_id })
    }
    for (const trace of traces ?? []) rows.traces.push({ ...traceRow(trace), chain_id })
  }
  return rows
}

const blockRow = (block: Answer): Row => ({
  block_number: number(block['number']),
  block_hash: block['hash']!,
  parent_hash: block['parentHash']!,
  timestamp: number(block['timestamp']),
  author: block['miner']!,
  difficulty: decimal(block['difficulty']),
  total_difficulty_string: decimal(block['totalDifficulty']),
  size: number(block['size']),
  gas_limit: number(block['gasLimit']),
  gas_used: number(block['gasUsed']),
  base_fee_per_gas: orNull(block['baseFeePerGas'], number),
  minimum_gas_price: orNull(block['minimumGasPrice'], decimal),
  paid_fees: decimal(block['paidFees']),
  transaction_count: block.transactions.length,
  uncles: block.uncles.join(','),
  extra_data: block['extraData']!,
  state_root: block['stateRoot']!,
  transactions_root: block['transactionsRoot']!,
  receipts_root: block['receiptsRoot']!,
  sha3_uncles: block['sha3Uncles']!,
  logs_bloom: block['logsBloom']!,
  hash_for_merged_mining: block['hashForMergedMining']!,
  bitcoin_merged_mining_header: block['bitcoinMergedMiningHeader']!,
  bitcoin_merged_mining_coinbase_transaction: block['bitcoinMergedMiningCoinbaseTransaction']!,
  bitcoin_merged_mining_merkle_proof: block['bitcoinMergedMiningMerkleProof']!,
})

const transactionRow = (block: Answer, transaction: Answer, receipt: Answer): Row => ({
  block_number: number(transaction['blockNumber']),
  block_hash: transaction['blockHash']!,
  timestamp: number(block['timestamp']),
  transaction_index: number(transaction['transactionIndex']),
  transaction_hash: transaction['hash']!,
  nonce: number(transaction['nonce']),
  from_address: transaction['from']!,
  to_address: orNull(transaction['to'], same),
  value_string: decimal(transaction['value']),
  input: transaction['input']!,
  gas_limit: number(transaction['gas']),
  gas_used: number(receipt['gasUsed']),
  gas_price: decimal(transaction['gasPrice']),
  transaction_type: number(transaction['type']),
  max_priority_fee_per_gas: orNull(transaction['maxPriorityFeePerGas'], decimal),
  max_fee_per_gas: orNull(transaction['maxFeePerGas'], decimal),
  success: receipt['status'] === '0x1',
})

const receiptRow = (receipt: Answer): Row => ({
  transaction_hash: receipt['transactionHash']!,
  transaction_index: number(receipt['transactionIndex']),
  block_hash: receipt['blockHash']!,
  block_number: number(receipt['blockNumber']),
  from_address: receipt['from']!,
  to_address: orNull(receipt['to'], same),
  cumulative_gas_used: number(receipt['cumulativeGasUsed']),
  gas_used: number(receipt['gasUsed']),
  contract_address: orNull(receipt['contractAddress'], same),
  status: number(receipt['status']),
  effective_gas_price: decimal(receipt['effectiveGasPrice']),
  transaction_type: number(receipt['type']),
  log_count: receipt.logs.length,
})

const logRow = (block: Answer, { topics, ...log }: Answer['logs'][number]): Row => ({
  block_number: number(log['blockNumber']),
  block_hash: log['blockHash']!,
  timestamp: number(block['timestamp']),
  transaction_index: number(log['transactionIndex']),
  log_index: number(log['logIndex']),
  transaction_hash: log['transactionHash']!,
  address: log['address']!,
  topic0: topics[0] ?? null,
  topic1: topics[1] ?? null,
  topic2: topics[2] ?? null,
  topic3: topics[3] ?? null,
  data: log['data']!,
})

const traceRow = ({ action, result, ...trace }: TraceAnswer): Row => ({
  action_from: action['from'] ?? action['address']!,
  action_to: action['to'] ?? action['refundAddress'] ?? null,
  action_value: decimal(action['value'] ?? action['balance']),
  action_gas: orNull(action['gas'], number),
  action_input: action['input'] ?? null,
  action_call_type: action['callType'] ?? null,
  action_init: action['init'] ?? null,
  action_type: trace.type,
  result_gas_used: orNull(result?.['gasUsed'], number),
  result_output: result?.['output'] ?? null,
  result_code: result?.['code'] ?? null,
  result_address: result?.['address'] ?? null,
  trace_address: trace.traceAddress.join('_'),
  subtraces: trace.subtraces,
  transaction_index: trace.transactionPosition,
  transaction_hash: trace.transactionHash,
  block_number: trace.blockNumber,
  block_hash: trace.blockHash,
  error: trace.error ?? null,
})
