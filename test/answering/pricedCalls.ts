/* A chain with blocks of many kinds, and calls of many kinds on it, each of a known amount of work. */

export type Ask = (method: string, ...params: unknown[]) => Promise<unknown>

export interface PricedCall {
  readonly title: string
  readonly method: string
  readonly params: readonly unknown[]
}

const cow = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const cow1 = '0x7986b3df570230288501eea3d890bd66948c9b79'
const hex = (value: number): string => `0x${value.toString(16)}`

/** Emits empty logs until 16 Ki gas are left. */
const emitting = '0x5b60006000a05a61400010600057'
/** Hashes 1 KiB until 16 Ki gas are left. */
const hashing = '0x5b610400600020505a61400010600057'
/** Sets the cells 1 to 250, and deploys code that reads all of them. */
const cells = 250
const storing = '0x60fa5b8080556001900380600257600f601a600039600f6000f360fa5b805450600190038060025700'
const transfersOfBlock = 40

/** Makes the chain, and returns the calls. `logGas` is spent on logs in one transaction, `runGas` by simulated calls. */
export async function pricedCalls(
  ask: Ask,
  { logGas = 1_000_000, runGas = 1_000_000 } = {},
): Promise<readonly PricedCall[]> {
  const send = async (transaction: object): Promise<string> =>
    String(await ask('eth_sendTransaction', { from: cow, ...transaction }))
  const stored = await send({ data: storing, gas: hex(6_500_000) })
  const receipt = Object(await ask('eth_getTransactionReceipt', stored))
  const contract = String(receipt.contractAddress)
  const logs = await send({ data: emitting, gas: hex(logGas) })
  const logsBlock = Object(await ask('eth_getTransactionReceipt', logs)).blockNumber
  const reading = await send({ to: contract, gas: hex(300_000) })
  await ask('evm_stopMining')
  const transfers: string[] = []
  const senders = Object(await ask('eth_accounts'))
  for (let count = 0; count < transfersOfBlock; count++) {
    transfers.push(await send({ from: senders[count % senders.length], to: cow1, value: hex(1) }))
  }
  await ask('evm_mine')
  await ask('evm_startMining')
  const transfer = transfers.at(-1)!
  const { blockNumber, blockHash } = Object(await ask('eth_getTransactionReceipt', transfer))
  for (let count = 0; count < 8; count++) await ask('evm_mine')

  const positions = Array.from({ length: cells }, (_, index) => hex(index + 1))
  const run = { data: hashing, gas: hex(runGas) }
  const read = { to: contract, gas: hex(300_000) }
  const range = { fromBlock: '0x0', toBlock: 'latest' }
  const topic = `0x${'12'.repeat(32)}`
  const fields = {
    block: { number: true, timestamp: true },
    transaction: { hash: true, from: true },
    log: { address: true, data: true },
    trace: { type: true },
  }
  const query = { fromBlock: 0, fields }
  const message = `0x${'ab'.repeat(30_000)}`
  const list: readonly (readonly [string, string, ...unknown[]])[] = [
    ['the best number', 'eth_blockNumber'],
    ['the chain', 'eth_chainId'],
    ['the gas price', 'eth_gasPrice'],
    ['the client', 'web3_clientVersion'],
    ['the modules', 'rpc_modules'],
    ['a description', 'rpc.discover'],
    ['a long text hashed', 'web3_sha3', message],
    ['a balance', 'eth_getBalance', cow, 'latest'],
    ['a nonce', 'eth_getTransactionCount', cow, 'latest'],
    ['code', 'eth_getCode', contract, 'latest'],
    ['a cell', 'eth_getStorageAt', contract, '0x1', 'latest'],
    ['many cells', 'eth_getStorageValues', { [contract]: positions }, 'latest'],
    ['an account', 'eth_getAccountInfo', cow, 'latest'],
    ['a proof of an account', 'eth_getProof', cow, [], 'latest'],
    ['proofs of cells', 'eth_getProof', contract, positions, 'latest'],
    ['the Bridge', 'eth_bridgeState'],
    ['a call of a transfer', 'eth_call', { from: cow, to: cow1, value: '0x1' }, 'latest'],
    ['a call that reads cells', 'eth_call', read, 'latest'],
    ['a call that hashes', 'eth_call', run, 'latest'],
    ['a call that emits logs', 'eth_call', { data: emitting, gas: hex(runGas) }, 'latest'],
    [
      'a call that creates a contract with cells',
      'eth_call',
      { data: storing, gas: hex(6_500_000) },
      'latest',
    ],
    ['an estimate of a transfer', 'eth_estimateGas', { from: cow, to: cow1, value: '0x1' }],
    ['an estimate of reads', 'eth_estimateGas', { from: cow, to: contract }],
    ['an estimate that hashes', 'eth_estimateGas', { from: cow, data: hashing, gas: hex(runGas / 5) }],
    ['an access list', 'eth_createAccessList', { from: cow, to: contract }, 'latest'],
    ['several calls', 'eth_callMany', [{ transactions: [read, read, read] }], { blockNumber: 'latest' }],
    ['simulated blocks', 'eth_simulateV1', { blockStateCalls: [{ calls: [read] }, { calls: [read] }] }],
    ['all logs', 'eth_getLogs', range],
    ['no logs', 'eth_getLogs', { ...range, topics: [topic] }],
    ['logs of a block', 'eth_getLogs', { fromBlock: logsBlock, toBlock: logsBlock }],
    ['a block', 'eth_getBlockByNumber', blockNumber, false],
    ['a block with transactions', 'eth_getBlockByNumber', blockNumber, true],
    ['the same by its hash', 'eth_getBlockByHash', blockHash, true],
    ['a header', 'erigon_getHeaderByNumber', blockNumber],
    ['receipts of transfers', 'eth_getBlockReceipts', blockNumber],
    ['receipts of logs', 'eth_getBlockReceipts', logsBlock],
    ['a receipt', 'eth_getTransactionReceipt', transfer],
    ['a receipt of logs', 'eth_getTransactionReceipt', logs],
    ['a transaction', 'eth_getTransactionByHash', transfer],
    ['a transaction by its place', 'eth_getTransactionByBlockNumberAndIndex', blockNumber, '0x20'],
    ['base fees', 'eth_feeHistory', '0x20', 'latest'],
    ['fees at percentiles', 'eth_feeHistory', '0x20', 'latest', [10, 50, 90]],
    ['a number of transactions', 'eth_getBlockTransactionCountByNumber', blockNumber],
    ['a signature', 'eth_sign', cow, '0xabcdef'],
    ['the pool', 'txpool_content'],
    ['the size of the pool', 'txpool_status'],
    ['a raw receipt', 'rsk_getRawTransactionReceiptByHash', logs],
    ['a proved receipt', 'rsk_getTransactionReceiptNodesByHash', blockHash, transfer],
    ['a raw block', 'rsk_getRawBlockHeaderByNumber', blockNumber],
    ['steps of a transaction', 'debug_traceTransaction', reading, { disableStorage: true }],
    ['calls of a transaction', 'debug_traceTransaction', reading, { tracer: 'callTracer' }],
    ['states of a transaction', 'debug_traceTransaction', reading, { tracer: 'prestateTracer' }],
    ['calls of a block', 'debug_traceBlockByNumber', blockNumber, { tracer: 'callTracer' }],
    ['steps of a call', 'debug_traceCall', { ...run, gas: hex(runGas / 5) }, 'latest', {}],
    ['a range of cells', 'debug_storageRangeAt', blockHash, 0, contract, '0x', cells],
    ['roots of a block', 'debug_intermediateRoots', blockHash],
    ['traces of a transaction', 'trace_transaction', transfer],
    ['traces of a block', 'trace_block', blockNumber],
    ['traces of a range', 'trace_filter', { fromBlock: '0x1', toBlock: 'latest' }],
    ['a traced call', 'trace_call', run, ['trace'], 'latest'],
    ['machine traces', 'trace_replayTransaction', reading, ['vmTrace', 'stateDiff']],
    ['replayed block', 'trace_replayBlockTransactions', blockNumber, ['trace']],
    ['a page of a block', 'ots_getBlockTransactions', Number(blockNumber), 0, 25],
    ['details of a block', 'ots_getBlockDetails', Number(blockNumber)],
    ['transactions of an account', 'ots_searchTransactionsBefore', cow, 0, 25],
    ['the creator of a contract', 'ots_getContractCreator', contract],
    ['a window of headers', 'data_blocks', { ...query, includeAllBlocks: true }],
    ['a window of logs', 'data_blocks', { ...query, logs: [{}] }],
    ['a window of transactions', 'data_blocks', { ...query, transactions: [{}] }],
    ['a window of traces', 'data_blocks', { ...query, traces: [{}] }],
    ['a window of state differences', 'data_blocks', { ...query, stateDiffs: [{}] }],
  ]
  return list.map(([title, method, ...params]) => ({ title, method, params }))
}
