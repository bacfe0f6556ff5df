import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../answering/rpcWorld.cases.ts'
import { toHex } from '../../primitives/hex.ts'
import type { RpcClient } from '../envelope/answerContext.ts'
import type { Json } from '../json/json.ts'

describe('personal', () => {
  it('creates, locks and unlocks accounts', async () => {
    const world = await openWorld()
    const account = await world.text('personal_newAccount', 'secret')
    expect(await world.result('personal_listAccounts')).toContain(account)
    expect(await world.result('personal_lockAccount', account)).toBe(true)
    expect(await world.error('eth_sign', account, '0x00')).toEqual({
      code: -32602,
      message: 'Account not found',
    })
    expect(await world.error('personal_unlockAccount', account, 'wrong', '0x10')).toMatchObject({
      code: -32602,
    })
    expect(await world.result('personal_unlockAccount', account, 'secret', '')).toBe(true)
    expect(await world.text('eth_sign', account, '0x00')).toHaveLength(132)
    expect(await world.result('personal_unlockAccount', `0x${'12'.repeat(20)}`, 'secret')).toBe(false)
  })

  it('shows and dumps accounts of one API key to no other key', async () => {
    const world = await openWorld()
    const ask = async (client: RpcClient, method: string, ...params: Json[]) =>
      JSON.stringify(await world.service.envelope.handle({ jsonrpc: '2.0', id: 1, method, params }, client))
    const [alice, bob] = ['alice', 'bob'].map((name) => ({ name, grants: () => false }))
    const secret = '22'.repeat(32)
    const account = '0x1563915e194d8cfba1943570603f7606a3115508'
    expect(await ask(alice!, 'personal_importRawKey', secret, 'p')).toContain(account)
    for (const list of ['personal_listAccounts', 'eth_accounts']) {
      expect(await ask(alice!, list)).toContain(account)
      expect(await ask(bob!, list)).not.toContain(account)
      expect(await ask(bob!, list)).toContain(cow)
    }
    expect(await ask(alice!, 'personal_dumpRawKey', account)).toContain(secret)
    expect(await ask(bob!, 'personal_dumpRawKey', account)).not.toContain(secret)
    expect(await ask({ name: 'without a key' }, 'personal_dumpRawKey', account)).toContain(secret)
    expect(await ask(bob!, 'personal_unlockAccount', account, 'wrong')).toContain('error')
    expect(await ask(bob!, 'personal_dumpRawKey', account)).not.toContain(secret)
    await ask(bob!, 'personal_unlockAccount', account, 'p')
    expect(await ask(bob!, 'personal_dumpRawKey', account)).toContain(secret)
  })

  it('does not hide an account of the configuration when a key names its seed', async () => {
    const world = await openWorld()
    const ask = async (name: string, method: string, ...params: Json[]) =>
      JSON.stringify(
        await world.service.envelope.handle(
          { jsonrpc: '2.0', id: 1, method, params },
          { name, grants: () => false },
        ),
      )
    expect(await ask('alice', 'personal_newAccountWithSeed', 'cow')).toContain(cow)
    expect(await ask('bob', 'eth_accounts')).toContain(cow)
  })

  it('imports keys', async () => {
    const world = await openWorld()
    const key = `0x${'22'.repeat(32)}`
    const account = await world.text('personal_importRawKey', key, 'p')
    expect(account).toBe('0x1563915e194d8cfba1943570603f7606a3115508')
    expect(await world.result('personal_dumpRawKey', account)).toBe(key)
    await world.result('eth_sendTransaction', { from: cow, to: account, value: '0x10' })
    await world.result('personal_lockAccount', account)
    const transfer = { from: account, to: cow1, value: '0x1' }
    const hash = await world.text('personal_sendTransaction', transfer, 'p')
    expect(await world.result('eth_getTransactionByHash', hash)).toMatchObject({ from: account, to: cow1 })
    expect(await world.error('personal_sendTransaction', transfer, 'q')).toMatchObject({ code: -32602 })
  })

  it('signs messages with the parameters in the order of wallets', async () => {
    const world = await openWorld()
    const signature = await world.text('personal_sign', '0x68656c6c6f', cow)
    expect(signature).toBe(await world.text('eth_sign', cow, '0x68656c6c6f'))
    expect(await world.text('personal_sign', '0x68656c6c6f', cow, 'ignored')).toBe(signature)
  })

  it('derives accounts from seeds and names a null parameter', async () => {
    const world = await openWorld()
    expect(await world.result('personal_newAccountWithSeed', 'sampleSeed1')).toBe(
      '0x82cb5e9f9e9bbb260e176ee10c64878d3478f60c',
    )
    expect(await world.text('eth_sign', '0x82cb5e9f9e9bbb260e176ee10c64878d3478f60c', '0x')).toBe(
      '0x7302c946234d8cbd1d6947285d573f8f56719386fd4cea1b3181d580aad1dd6711f997037d0ea0745ac5b3d8eddc8e0ebaaf758468488a040bbb779e100c975f1b',
    )
    expect(await world.error('personal_newAccountWithSeed', null)).toMatchObject({ message: 'Seed is null' })
    expect(await world.error('personal_newAccount', null)).toMatchObject({ message: 'Passphrase is null' })
    expect(await world.error('personal_importRawKey', null, 'p')).toMatchObject({
      message: 'Key cannot be null.',
    })
  })
})

describe('evm', () => {
  it('mines, moves the clock and restores snapshots', async () => {
    const world = await openWorld()
    expect(await world.result('evm_snapshot')).toBe('0x1')
    expect(await world.result('evm_mine')).toBeNull()
    expect(await world.result('evm_increaseTime', 100)).toBe('0x64')
    expect(await world.result('eth_blockNumber')).toBe('0x1')
    expect(await world.result('evm_revert', '0x1')).toBe(true)
    expect(await world.result('eth_blockNumber')).toBe('0x0')
    expect(await world.result('evm_revert', '0x9')).toBe(false)
    expect(await world.error('evm_revert', '1')).toEqual({ code: -32602, message: 'invalid snapshot id 1' })
    await world.result('evm_mine')
    expect(await world.result('evm_reset')).toBeNull()
    expect(await world.result('eth_blockNumber')).toBe('0x0')
  })

  it('mines a number of blocks, the first with a timestamp', async () => {
    const world = await openWorld()
    const timestamp = Math.floor(Date.now() / 1000) + 1_000
    expect(await world.result('evm_mine', { blocks: 3, timestamp })).toBeNull()
    expect(await world.result('eth_blockNumber')).toBe('0x3')
    expect(await world.result('eth_getBlockByNumber', '0x1')).toMatchObject({
      timestamp: `0x${timestamp.toString(16)}`,
    })
    await world.result('evm_mine', { blocks: '0x2' })
    await world.result('evm_mine', {})
    expect(await world.result('eth_blockNumber')).toBe('0x6')
    for (const blocks of [0, 1_001, '0x10000000000000000']) {
      expect(await world.error('evm_mine', { blocks })).toEqual({
        code: -32602,
        message: 'invalid number of blocks: expected 1 to 1000; mine the others with another call',
      })
    }
  })

  it('sets timestamps, but not in the past', async () => {
    const world = await openWorld()
    const later = Math.floor(Date.now() / 1000) + 1000
    expect(await world.result('evm_setNextBlockTimestamp', later)).toBe(`0x${later.toString(16)}`)
    await world.result('evm_mine')
    await world.result('evm_mine', later + 50)
    expect(world.node.chain.select(1)?.header.timestamp).toBe(later)
    expect(world.node.chain.head.header.timestamp).toBe(later + 50)
    expect(await world.error('evm_mine', 5)).toMatchObject({ code: -32000 })
  })

  it('does not count as mining when it mines on request only', async () => {
    const world = await openWorld({ node: { mining: { kind: 'manual' } } })
    expect(await world.result('eth_mining')).toBe(false)
  })

  it('starts and stops mining', async () => {
    const world = await openWorld()
    expect(await world.result('eth_mining')).toBe(true)
    await world.result('evm_stopMining')
    expect(await world.result('eth_mining')).toBe(false)
    await world.result('eth_sendTransaction', { from: cow, to: cow1 })
    expect(await world.result('eth_blockNumber')).toBe('0x0')
    await world.result('evm_startMining')
    expect(await world.result('eth_blockNumber')).toBe('0x1')
  })
})

it('txpool answers the pending transactions by sender and nonce', async () => {
  const world = await openWorld()
  await world.result('evm_stopMining')
  const transfer = { from: cow, to: cow1, value: '0x80', gas: '0x5208' }
  const hash = await world.text('eth_sendTransaction', transfer)
  await world.text('eth_sendTransaction', { from: cow, data: '0x00', nonce: '0x3' })
  const sender = cow.slice(2)
  expect(await world.result('txpool_status')).toEqual({ pending: 1, queued: 1 })
  expect(await world.result('txpool_inspect')).toEqual({
    pending: { [sender]: { '0': [`${cow1.slice(2)}: 128 wei + 21000 x 0 gas`] } },
    queued: { [sender]: { '3': [': 0 wei + 90000 x 0 gas'] } },
  })
  expect(await world.result('txpool_content')).toMatchObject({
    pending: {
      [sender]: { '0': [{ hash, gasPrice: '0x00', value: '0x0080', to: cow1, blockNumber: null }] },
    },
    queued: { [sender]: { '3': [{ to: '0x00' }] } },
  })
})

describe('mining', () => {
  it('answers the same work in both forms, and accepts hash rates', async () => {
    const world = await openWorld()
    const work = Object(await world.result('mnr_getWork'))
    expect(Object.keys(work)).toEqual([
      'blockHashForMergedMining',
      'target',
      'feesPaidToMiner',
      'notify',
      'parentBlockHash',
    ])
    const zeros = `0x${'0'.repeat(64)}`
    expect(await world.result('eth_getWork')).toEqual([work.blockHashForMergedMining, zeros, work.target])
    expect(await world.result('eth_submitHashrate', '0x500', `0x${'01'.repeat(32)}`)).toBe(true)
    expect(Number(await world.result('eth_hashrate'))).toBe(0x500)
  })

  it('accepts a nonce that solves the work, once', async () => {
    const world = await openWorld()
    const [hash] = Object(await world.result('eth_getWork'))
    const mix = `0x${'0'.repeat(64)}`
    let nonce = 0
    while (!(await world.result('eth_submitWork', `0x${nonce.toString(16).padStart(16, '0')}`, hash, mix)))
      nonce++
    expect(await world.result('eth_blockNumber')).toBe('0x1')
    const again = `0x${nonce.toString(16).padStart(16, '0')}`
    expect(await world.result('eth_submitWork', again, hash, mix)).toBe(false)
  })

  it('refuses malformed and unknown work', async () => {
    const world = await openWorld()
    expect(await world.error('mnr_submitBitcoinBlock', '00')).toMatchObject({ code: -32602 })
    const header = '00'.repeat(80)
    const coinbase = `01000000${'01'}${'00'.repeat(32)}ffffffff00ffffffff01${'00'.repeat(8)}29${Buffer.from('RSKBLOCK:').toString('hex')}${'ab'.repeat(32)}00000000`
    expect(await world.error('mnr_submitBitcoinBlock', `${header}01${coinbase}`)).toEqual({
      code: -33000,
      message: `Cannot publish block, could not find hash 0x${'ab'.repeat(32)} in the cache`,
    })
    expect(await world.error('mnr_submitBitcoinBlockPartialMerkle', '', header, coinbase, '', '0')).toEqual({
      code: -33000,
      message: "The list of merkle hashes can't be empty",
    })
  })
})

describe('the status of a node', () => {
  it('is answered without peers', async () => {
    const world = await openWorld()
    expect(await world.result('net_peerCount')).toBe('0x0')
    expect(await world.result('net_peerList')).toEqual([])
    expect(await world.result('net_listening')).toBe(false)
    expect(await world.result('eth_syncing')).toBe(false)
  })

  it.each([
    ['mainnet', '30', '0x1e'],
    ['testnet', '31', '0x1f'],
    ['regtest', '33', '0x21'],
  ] as const)('names %s', async (network, version, chainId) => {
    const world = await openWorld({ node: { network } })
    expect(await world.result('net_version')).toBe(version)
    expect(await world.result('eth_chainId')).toBe(chainId)
    expect(await world.result('eth_protocolVersion')).toBe('0x3e')
    expect(await world.result('vendor_protocolVersion')).toBe('0x3e')
  })

  it('answers fees in the format of EIP-1559', async () => {
    const world = await openWorld({ node: { minimumGasPriceTarget: 5n } })
    for (let block = 0; block < 3; block++) await world.result('evm_mine')
    await world.result('eth_sendTransaction', { from: cow, to: cow1, gasPrice: '0x9' })
    expect(await world.result('eth_feeHistory', 2, 'latest', [0, 50.5, 100])).toEqual({
      oldestBlock: '0x3',
      baseFeePerGas: ['0x3', '0x4', '0x4'],
      gasUsedRatio: [0, expect.closeTo(0.0021, 3)],
      reward: [
        ['0x0', '0x0', '0x0'],
        ['0x5', '0x5', '0x5'],
      ],
    })
    expect(await world.result('eth_feeHistory', '0x2')).not.toHaveProperty('reward')
    expect(await world.error('eth_feeHistory', 1, 'latest', [50, 20])).toMatchObject({ code: -32602 })
    expect(await world.result('eth_gasPrice')).toBe('0x4')
    expect(await world.result('eth_maxPriorityFeePerGas')).toBe('0x0')
  })

  it('answers the state of the Bridge', async () => {
    const world = await openWorld()
    expect(await world.result('eth_bridgeState')).toEqual({
      btcBlockchainBestChainHeight: 0,
      rskTxsWaitingForSignatures: [],
    })
  })
})

describe('blocks', () => {
  it('have their members in the recorded order, and the receipts of all their transactions', async () => {
    const world = await openWorld()
    await world.result('eth_sendTransaction', { from: cow, to: cow1, value: '0x1' })
    const block = Object(await world.result('eth_getBlockByNumber', 'latest', true))
    expect(Object.keys(block).join(' ')).toBe(
      'number hash parentHash mixHash nonce sha3Uncles logsBloom transactionsRoot stateRoot receiptsRoot miner ' +
        'difficulty totalDifficulty extraData size gasLimit gasUsed timestamp transactions uncles ' +
        'minimumGasPrice bitcoinMergedMiningHeader bitcoinMergedMiningCoinbaseTransaction ' +
        'bitcoinMergedMiningMerkleProof hashForMergedMining paidFees cumulativeDifficulty rskPteEdges baseEvent',
    )
    expect(block.transactions).toMatchObject([
      { from: cow, to: cow1, transactionIndex: '0x0', blockHash: block.hash },
      { from: `0x${'0'.repeat(40)}`, v: '0x0', r: '0x0', s: '0x0', transactionIndex: '0x1' },
    ])
    const receipts = Object(await world.result('eth_getBlockReceipts', { blockHash: block.hash }))
    expect(receipts).toHaveLength(2)
    expect(await world.result('eth_getTransactionReceipt', block.transactions[0].hash)).toEqual(receipts[0])
    expect(await world.result('eth_getTransactionByBlockHashAndIndex', block.hash, '0x0')).toEqual({
      ...block.transactions[0],
      _id: block.transactions[0].hash,
    })
    expect(await world.result('rsk_getRawBlockHeaderByNumber', 'latest')).toBe(
      await world.result('vendor_getRawBlockHeaderByHash', toHex(world.node.chain.head.hash)),
    )
  })

  it('that are unknown are answered with null or an error, by method', async () => {
    const world = await openWorld()
    const hash = `0x${'ab'.repeat(32)}`
    expect(await world.result('eth_getBlockByNumber', '0x10')).toBeNull()
    expect(await world.result('eth_getBlockByHash', hash)).toBeNull()
    expect(await world.result('eth_getBlockReceipts', '0x10')).toBeNull()
    expect(await world.error('eth_getBlockTransactionCountByNumber', '0x10')).toEqual({
      code: -32600,
      message: 'Block 0x10 not found',
    })
    expect(await world.error('eth_getUncleCountByBlockHash', hash)).toEqual({
      code: -32600,
      message: `Block with hash ${hash.slice(2)} not found`,
    })
    expect(await world.error('eth_getBlockByNumber', 'pending')).toEqual({
      code: -32201,
      message: "The method don't support 'pending' as a parameter yet",
    })
  })
})
