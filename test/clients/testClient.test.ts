import { createTestClient, custom, parseEther, publicActions, walletActions } from 'viem'
import { rootstock } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

const chain = { ...rootstock, id: 33 }
const stranger = `0x${'ab'.repeat(20)}` as const
const receiver = `0x${'cd'.repeat(20)}` as const

let node: LocalNode
beforeEach(async () => {
  node = await createNode()
})
afterEach(() => node.close())

const modes = ['anvil', 'hardhat', 'ganache'] as const

const clientIn = (mode: (typeof modes)[number]) =>
  createTestClient({ mode, chain, transport: custom(node) })
    .extend(publicActions)
    .extend(walletActions)

describe.each(modes)('viem’s test client in the mode %s', (mode) => {
  it('edits accounts', async () => {
    const client = clientIn(mode)
    await client.setBalance({ address: stranger, value: parseEther('2') })
    await client.setCode({ address: stranger, bytecode: '0x60005460005260206000f3' })
    await client.setNonce({ address: stranger, nonce: 7 })
    const value = `0x${'0'.repeat(62)}2a` as const
    await client.setStorageAt({ address: stranger, index: 0, value })
    expect(await client.getBalance({ address: stranger })).toBe(parseEther('2'))
    expect(await client.getTransactionCount({ address: stranger })).toBe(7)
    expect((await client.call({ to: stranger })).data).toBe(value)
    await client.mine({ blocks: 1 })
    expect((await client.call({ to: stranger })).data).toBe(value)
  })

  it('sends transactions of impersonated accounts', async () => {
    const client = clientIn(mode)
    await client.setBalance({ address: stranger, value: parseEther('1') })
    const payment = { account: stranger, to: receiver, value: 5n, gasPrice: 0n } as const
    await expect(client.sendTransaction(payment)).rejects.toThrow('Could not find account')
    await client.impersonateAccount({ address: stranger })
    const hash = await client.sendTransaction(payment)
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ from: stranger, status: 'success' })
    await client.stopImpersonatingAccount({ address: stranger })
    await expect(client.sendTransaction(payment)).rejects.toThrow('Could not find account')
    const unsigned = await client.sendUnsignedTransaction({ from: stranger, to: receiver, value: 2n })
    expect(await client.getTransaction({ hash: unsigned })).toMatchObject({ from: stranger, value: 2n })
    expect(await client.getBalance({ address: receiver })).toBe(7n)
  })

  it('mines blocks, at intervals and per transaction', async () => {
    const client = clientIn(mode)
    await client.mine({ blocks: 3, interval: 100 })
    const [second, third] = [
      await client.getBlock({ blockNumber: 2n }),
      await client.getBlock({ blockNumber: 3n }),
    ]
    if (mode !== 'ganache') expect(third.timestamp - second.timestamp).toBe(100n)
    await client.setBlockTimestampInterval({ interval: 5 })
    await client.mine({ blocks: 2 })
    expect((await client.getBlock()).timestamp).toBe(third.timestamp + 10n)
    await client.removeBlockTimestampInterval()
    await client.setAutomine(false)
    expect(await client.getAutomine()).toBe(false)
    const from = node.accounts[0]!.address
    const hash = await client.sendTransaction({ account: from, to: receiver, value: 1n, gas: 21_000n })
    expect(await client.getTxpoolStatus()).toEqual({ pending: 1, queued: 0 })
    expect(Object.keys((await client.getTxpoolContent()).pending)).toHaveLength(1)
    expect(Object.keys((await client.inspectTxpool()).pending)).toHaveLength(1)
    await client.dropTransaction({ hash })
    expect((await client.getTxpoolStatus()).pending).toBe(0)
    await client.setAutomine(true)
    expect(await client.getAutomine()).toBe(true)
    await client.setIntervalMining({ interval: 1 })
    const number = await client.getBlockNumber({ cacheTime: 0 })
    await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(number)
    await client.setIntervalMining({ interval: 0 })
  })

  it('controls the time and the values of blocks', async () => {
    const client = clientIn(mode)
    const { timestamp } = await client.getBlock()
    await client.increaseTime({ seconds: 1000 })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBeGreaterThanOrEqual(timestamp + 1000n)
    await client.setNextBlockTimestamp({ timestamp: timestamp + 5000n })
    await client.setBlockGasLimit({ gasLimit: 20_000_000n })
    await client.setCoinbase({ address: stranger })
    await client.mine({ blocks: 1 })
    const changed = await client.getBlock()
    expect(changed).toMatchObject({
      timestamp: timestamp + 5000n,
      gasLimit: 20_000_000n,
      miner: stranger,
    })
    await client.setMinGasPrice({ gasPrice: 9n })
    expect(await client.getGasPrice()).toBe(9n)
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n })
    const payment = { account: node.accounts[0]!.address, to: receiver, value: 1n } as const
    await expect(client.sendTransaction({ ...payment, gasPrice: 9n })).rejects.toThrow('gas')
    await client.sendTransaction(payment)
    expect(await client.getBalance({ address: receiver })).toBe(1n)
    await client.setLoggingEnabled(false)
  })

  it('saves and restores the chain', async () => {
    const client = clientIn(mode)
    const id = await client.snapshot()
    await client.setBalance({ address: stranger, value: 8n })
    const state = await client.dumpState()
    await client.revert({ id })
    expect(await client.getBalance({ address: stranger })).toBe(0n)
    await client.loadState({ state })
    expect(await client.getBalance({ address: stranger })).toBe(8n)
    await client.mine({ blocks: 2 })
    await client.reset()
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(0n)
    expect(await client.getBalance({ address: stranger })).toBe(0n)
  })
})

// The modes differ in the name of the method, and the refusal comes after seconds of attempts.
it('viem’s test client gets an error for actions that Rootstock or this chain does not have', async () => {
  const client = clientIn('anvil')
  await expect(client.setRpcUrl('http://127.0.0.1:1')).rejects.toThrow('call anvil_reset with forking')
  await expect(client.reset({ blockNumber: 1n, jsonRpcUrl: 'http://127.0.0.1:1' })).rejects.toThrow(
    'cannot be reached',
  )
})
