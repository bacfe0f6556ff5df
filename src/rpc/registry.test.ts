import { expect, test } from 'vitest'
import { methods } from './methods.ts'
import { Registry } from './registry.ts'
import { unsupportedMethods } from './unsupported.ts'

test('the methods of the chain answer under the neutral prefix too', () => {
  const registry = new Registry(methods)
  expect(registry.find('vendor_protocolVersion')).toBe(registry.find('rsk_protocolVersion'))
  expect(registry.modules).not.toContain('vendor')
})

test('modules and single methods can be switched off', () => {
  const registry = new Registry(methods, { disabled: ['evm', 'eth_sign'] })
  expect(registry.find('evm_mine')).toBe('unavailable')
  expect(registry.find('eth_sign')).toBe('unavailable')
  expect(registry.find('eth_chainId')).toMatchObject({ name: 'eth_chainId' })
  expect(registry.modules).not.toContain('evm')
  expect(registry.modules).toContain('eth')
})

test('a name is defined once', () => {
  expect(() => new Registry([methods[0]!, methods[0]!])).toThrow('defined twice')
  expect(() => new Registry(methods, { unsupported: ['eth_chainId'] })).toThrow('defined twice')
})

test('every method is documented, priced and has its optional parameters last', () => {
  for (const { name, summary, cost, params } of methods) {
    expect(name).toMatch(/^[a-z0-9]+_[a-zA-Z0-9]+(_v\d)?$/)
    expect(summary, name).toMatch(/^[A-Z].*\.$/)
    expect(cost, name).toBeGreaterThanOrEqual(1)
    const optional = params.findIndex(({ isRequired }) => !isRequired)
    if (optional >= 0)
      expect(
        params.slice(optional).some(({ isRequired }) => isRequired),
        name,
      ).toBe(false)
  }
})

/** The specification's table of methods, without the modules debug, trace and sco. */
const specified = `
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
`
  .trim()
  .split(/\s+/)

test.each(specified)('%s is there', (name) => {
  expect(new Registry(methods, { unsupported: unsupportedMethods }).find(name)).toMatchObject({
    call: expect.any(Function),
  })
})
