import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openService, type ServiceWorld } from './serviceWorld.ts'

/* The method support table of the specification. */

let world: ServiceWorld
beforeAll(async () => {
  world = await openService()
})
afterAll(() => world.close())

const words = (text: string): string[] => text.trim().split(/\s+/)

const supported = words(`
  web3_clientVersion web3_sha3 net_version net_peerCount net_peerList net_listening
  eth_chainId eth_protocolVersion eth_syncing eth_coinbase eth_mining eth_hashrate eth_gasPrice eth_accounts
  eth_blockNumber eth_getBalance eth_getStorageAt eth_getTransactionCount eth_getBlockTransactionCountByHash
  eth_getBlockTransactionCountByNumber eth_getUncleCountByBlockHash eth_sign eth_sendTransaction
  eth_sendRawTransaction eth_call eth_estimateGas eth_getBlockByHash eth_getTransactionByHash
  eth_getTransactionByBlockHashAndIndex eth_getTransactionReceipt eth_pendingTransactions
  eth_getUncleByBlockHashAndIndex eth_newFilter eth_newBlockFilter eth_newPendingTransactionFilter
  eth_uninstallFilter eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_bridgeState eth_netHashrate
  eth_getUncleCountByBlockNumber eth_getCode eth_getBlockByNumber eth_getTransactionByBlockNumberAndIndex
  eth_getUncleByBlockNumberAndIndex eth_getProof eth_getWork eth_submitWork eth_submitHashrate
  evm_increaseTime evm_mine evm_reset evm_revert evm_snapshot evm_startMining evm_stopMining
  mnr_submitBitcoinBlock mnr_submitBitcoinBlockTransactions mnr_submitBitcoinBlockPartialMerkle mnr_getWork
  personal_dumpRawKey personal_importRawKey personal_listAccounts personal_lockAccount
  personal_newAccountWithSeed personal_newAccount personal_sendTransaction personal_unlockAccount
  vendor_getRawTransactionReceiptByHash vendor_getTransactionReceiptNodesByHash
  vendor_getRawBlockHeaderByHash vendor_getRawBlockHeaderByNumber vendor_protocolVersion
  txpool_content txpool_inspect txpool_status
  debug_traceTransaction debug_traceBlockByHash debug_wireProtocolQueueSize
  trace_transaction trace_block trace_filter
  sco_banAddress sco_unbanAddress sco_peerList sco_bannedAddresses sco_reputationSummary`)

describe('a supported method', () => {
  it.each(supported)('is answered: %s', async (method) => {
    const { text } = await world.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }))
    const { error } = JSON.parse(text)
    expect(error?.code).not.toBe(-32601)
  })
})

const hash = `0x${'12'.repeat(32)}`
const address = `0x${'12'.repeat(20)}`

describe('the tag pending', () => {
  it.each([
    ['eth_getUncleCountByBlockNumber', ['pending']],
    ['eth_getCode', [address, 'pending']],
    ['eth_getBlockByNumber', ['pending']],
    ['eth_getTransactionByBlockNumberAndIndex', ['pending', '0x0']],
    ['eth_getUncleByBlockNumberAndIndex', ['pending', '0x0']],
  ])('is not supported by %s', async (method, params) => {
    expect(await world.error(method, params)).toEqual({
      code: -32201,
      message: "The method don't support 'pending' as a parameter yet",
    })
  })

  it.each([
    ['eth_getBalance', [address, 'pending']],
    ['eth_getStorageAt', [address, '0x0', 'pending']],
    ['eth_getTransactionCount', [address, 'pending']],
    ['eth_getBlockTransactionCountByNumber', ['pending']],
    ['eth_call', [{ to: address }, 'pending']],
    ['eth_estimateGas', [{ to: address }, 'pending']],
  ])('is supported by %s', async (method, params) => {
    expect(await world.result(method, params)).toMatch(/^0x/)
  })
})

describe('an unsupported or deprecated method', () => {
  const refused = words(`
    eth_getCompilers eth_compileLLL eth_compileSolidity eth_compileSerpent
    db_putString db_getString db_putHex db_getHex
    shh_post shh_version shh_newIdentity shh_hasIdentity shh_newGroup shh_addToGroup shh_newFilter
    shh_uninstallFilter shh_getFilterChanges shh_getMessages`)

  it.each(refused)('is refused by name: %s', async (method) => {
    expect(await world.error(method, [hash])).toEqual({
      code: -32601,
      message: `the method ${method} does not exist/is not available`,
    })
  })
})

describe('utility and node-status methods', () => {
  it.each([
    ['web3_clientVersion', [], expect.any(String)],
    [
      'web3_sha3',
      ['0x68656c6c6f20776f726c64'],
      '0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad',
    ],
    ['net_version', [], '33'],
    ['net_listening', [], expect.any(Boolean)],
    ['net_peerCount', [], '0x0'],
    ['net_peerList', [], []],
    ['eth_chainId', [], '0x21'],
    ['eth_protocolVersion', [], '0x3e'],
    ['eth_syncing', [], false],
    ['eth_coinbase', [], expect.stringMatching(/^0x[0-9a-f]{40}$/)],
    ['eth_mining', [], expect.any(Boolean)],
    ['eth_hashrate', [], expect.stringMatching(/^0x[0-9a-f]+$/)],
    ['eth_gasPrice', [], '0x0'],
    ['eth_accounts', [], expect.arrayContaining(['0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'])],
    ['eth_blockNumber', [], '0x0'],
  ])('%s %j', async (method, params, expected) => {
    const fresh = await openService()
    try {
      expect(await fresh.result(method, params)).toEqual(expected)
    } finally {
      await fresh.close()
    }
  })
})
