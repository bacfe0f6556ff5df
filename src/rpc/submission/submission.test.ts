import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../answering/rpcWorld.cases.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { hardforkSchedule } from '../../protocol/networks/hardfork.ts'
import { signTransaction } from '../../protocol/transactions/sign.ts'

const cowKey = fromHex('c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4')

const signed = (nonce: number, chainId = regtest.chainId, gas = 21_000): string => {
  const fields = {
    nonce: unsignedBytes(nonce),
    gasPrice: 0n,
    gasLimit: unsignedBytes(gas),
    value: 1n,
    chainId,
  }
  const transaction = { ...fields, to: null, data: new Uint8Array(0) }
  return toHex(signTransaction({ ...transaction, gasLimit: unsignedBytes(gas) }, cowKey).encoded)
}

describe('a signed transaction', () => {
  it('is in a block when its hash is answered', async () => {
    const world = await openWorld()
    const hash = await world.text('eth_sendRawTransaction', signed(0, 33, 60_000))
    expect(await world.result('eth_getTransactionReceipt', hash)).toMatchObject({
      transactionHash: hash,
      blockNumber: '0x1',
      status: '0x1',
      from: cow,
      to: null,
      contractAddress: '0x77045e71a7a2c50903d88e564cd72fab11e82051',
      type: '0x0',
    })
  })

  it('stays pending while mining is stopped', async () => {
    const world = await openWorld()
    await world.result('evm_stopMining')
    const hash = await world.text('eth_sendRawTransaction', signed(0, 33, 60_000))
    expect(await world.result('eth_getTransactionByHash', hash)).toMatchObject({ hash, blockHash: null })
    expect(await world.result('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await world.result('eth_getTransactionCount', cow, 'latest')).toBe('0x0')
    expect(await world.result('eth_getTransactionCount', cow, 'pending')).toBe('0x1')
    expect(await world.result('eth_getBlockTransactionCountByNumber', 'pending')).toBe('0x1')
    expect(await world.result('eth_pendingTransactions')).toMatchObject([{ hash }])
    expect(await world.error('eth_sendRawTransaction', signed(0, 33, 60_000))).toEqual({
      code: -32010,
      message: 'pending transaction with same hash already exists',
    })
  })

  it('is rejected with the phrase of Ethereum nodes for a client that has errors = "ethereum"', async () => {
    const world = await openWorld({ errors: 'ethereum' })
    expect(await world.error('eth_sendRawTransaction', signed(0))).toEqual({
      code: -32003,
      message: 'intrinsic gas too low: gas 21000, needed 53000',
    })
  })

  it.each([
    ['of another chain', signed(0, 30), -32602, 'Invalid chainId: 30'],
    ['of a later type', '0x02f86a2180', -32010, 'transaction type not supported'],
    ['with too little gas', signed(0), -32010, "transaction's basic cost is above the gas limit"],
    ['far ahead', signed(1000, 33, 60_000), -32010, 'transaction nonce too high'],
  ])('%s is refused', async (_, bytes, code, message) => {
    const world = await openWorld()
    expect(await world.error('eth_sendRawTransaction', bytes)).toEqual({ code, message })
    expect(world.node.pool.pendingCount + world.node.pool.queuedCount).toBe(0)
  })

  it.each(['0x', '0xdeadbeef', '0xc0', '0x80', '0x05c0', '0x7fc101'])('is not %s', async (bytes) => {
    const world = await openWorld()
    expect(await world.error('eth_sendRawTransaction', bytes)).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Invalid input: /),
    })
  })

  it.each([
    ['without types', undefined],
    ['with the drafts of types', hardforkSchedule(undefined, { hardfork: 'next' })],
  ])('does not begin with 05 to 7f on a chain %s: that is malformed RLP', async (_, upgrades) => {
    const world = await openWorld({ node: { ...(upgrades && { upgrades }) } })
    for (let first = 0x05; first <= 0x7f; first++) {
      expect(await world.error('eth_sendRawTransaction', toHex(Uint8Array.of(first, 0xdd, 0xdc)))).toEqual({
        code: -32602,
        message:
          "Invalid input: The RLP byte array doesn't have enough space to hold an element with the specified length",
      })
    }
  })
})

describe('eth_sendTransaction', () => {
  it('gets default values for missing members', async () => {
    const world = await openWorld()
    const hash = await world.text('eth_sendTransaction', { from: cow, to: cow1, value: '0x5' })
    expect(await world.result('eth_getTransactionByHash', hash)).toMatchObject({
      nonce: '0x0',
      gas: '0x15f90',
      gasPrice: '0x0',
      value: '0x5',
      input: '0x',
      v: expect.stringMatching(/^0x6[56]$/),
    })
  })

  it('is refused when no block can hold a transaction that the pool accepted', async () => {
    const world = await openWorld({ node: { minimumGasPriceTarget: 1n } })
    expect(await world.error('eth_sendTransaction', { from: cow, to: cow1, gasPrice: '0x0' })).toEqual({
      code: -32009,
      message: "Unknown error when sending transaction: transaction wasn't mined",
    })
  })

  it('needs an unlocked sender and the id of this chain', async () => {
    const world = await openWorld()
    const stranger = `0x${'12'.repeat(20)}`
    expect(await world.error('eth_sendTransaction', { to: cow })).toMatchObject({ message: 'from is null' })
    expect(await world.error('eth_sendTransaction', { from: stranger })).toEqual({
      code: -32602,
      message: `Could not find account for address: ${stranger}`,
    })
    expect(await world.error('eth_sendTransaction', { from: cow, chainId: '0x1' })).toEqual({
      code: -32602,
      message: 'Invalid chainId: 0x1',
    })
    expect(await world.text('eth_sendTransaction', { from: cow, to: cow1, chainId: '0x0' })).toHaveLength(66)
  })
})

describe('on a network without a wallet', () => {
  const publicNode = { node: { network: 'testnet' } } as const

  it('there are no accounts, and signing is refused', async () => {
    const world = await openWorld(publicNode)
    const refused = { code: -32602, message: 'Local wallet is disabled in this node' }
    expect(await world.result('eth_accounts')).toEqual([])
    expect(await world.error('eth_sendTransaction', { from: cow })).toEqual(refused)
    expect(await world.error('eth_sign', cow, '0x00')).toEqual(refused)
    expect(await world.error('personal_listAccounts')).toEqual({
      code: -32604,
      message: 'The local wallet feature is disabled',
    })
  })

  it('a shared chain refuses the commands of a local chain', async () => {
    const world = await openWorld(publicNode)
    for (const method of ['evm_mine', 'evm_reset', 'evm_snapshot', 'evm_startMining', 'mnr_getWork']) {
      const message = `the method ${method} does not exist/is not available`
      expect(await world.error(method)).toEqual({ code: -32601, message })
    }
  })
})
