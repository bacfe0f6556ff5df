import { readFileSync } from 'node:fs'
import { createTestClient, custom, parseEther, publicActions, testActions, walletActions } from 'viem'
import { rootstock } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

/* Every test action of viem in every mode. docs/tools.md lists those that this chain refuses, with the reasons. */

const chain = { ...rootstock, id: 33 }
const stranger = `0x${'ab'.repeat(20)}` as const
const word = `0x${'0'.repeat(63)}7` as const
const modes = ['anvil', 'hardhat', 'ganache'] as const
type Mode = (typeof modes)[number]

let node: LocalNode
beforeAll(async () => {
  node = await createNode()
})
afterAll(() => node?.close())

const clientIn = (mode: Mode) =>
  createTestClient({ mode, chain, transport: custom(node, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)
type Client = ReturnType<typeof clientIn>
type ActionName = keyof ReturnType<ReturnType<typeof testActions<'anvil'>>>

/** Calls each action and checks its effect. */
const uses: Readonly<Record<ActionName, (client: Client) => Promise<void>>> = {
  async dropTransaction(client) {
    await client.setAutomine(false)
    const hash = await client.sendTransaction({
      account: node.accounts[0]!.address,
      to: stranger,
      gasPrice: 0n,
    })
    await client.dropTransaction({ hash })
    await client.setAutomine(true)
    await expect(client.getTransaction({ hash })).rejects.toThrow('could not be found')
  },
  async dumpState(client) {
    expect((await client.dumpState()).length).toBeGreaterThan(2)
  },
  async getAutomine(client) {
    expect(await client.getAutomine()).toBe(true)
  },
  async getTxpoolContent(client) {
    expect(await client.getTxpoolContent()).toEqual({ pending: {}, queued: {} })
  },
  async getTxpoolStatus(client) {
    expect(await client.getTxpoolStatus()).toEqual({ pending: 0, queued: 0 })
  },
  async impersonateAccount(client) {
    await client.setBalance({ address: stranger, value: 1n })
    await client.impersonateAccount({ address: stranger })
    await client.sendTransaction({ account: stranger, to: stranger, gasPrice: 0n })
    await client.stopImpersonatingAccount({ address: stranger })
  },
  async increaseTime(client) {
    const before = await client.getBlock()
    await client.increaseTime({ seconds: 100 })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp - before.timestamp).toBeGreaterThanOrEqual(100n)
  },
  async inspectTxpool(client) {
    expect(await client.inspectTxpool()).toEqual({ pending: {}, queued: {} })
  },
  async loadState(client) {
    await client.loadState({ state: await client.dumpState() })
  },
  async mine(client) {
    const before = await client.getBlockNumber({ cacheTime: 0 })
    await client.mine({ blocks: 2, interval: 5 })
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(before + 2n)
  },
  async removeBlockTimestampInterval(client) {
    await client.setBlockTimestampInterval({ interval: 5 })
    await client.removeBlockTimestampInterval()
  },
  async reset(client) {
    await client.reset()
  },
  async revert(client) {
    await client.revert({ id: await client.snapshot() })
  },
  async sendUnsignedTransaction(client) {
    await client.setBalance({ address: stranger, value: 1n })
    const hash = await client.sendUnsignedTransaction({ from: stranger, to: stranger, gasPrice: 0n })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ from: stranger })
  },
  async setAutomine(client) {
    await client.setAutomine(true)
  },
  async setBalance(client) {
    await client.setBalance({ address: stranger, value: parseEther('2') })
    expect(await client.getBalance({ address: stranger })).toBe(parseEther('2'))
  },
  async setBlockGasLimit(client) {
    await client.setBlockGasLimit({ gasLimit: 9_000_000n })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).gasLimit).toBe(9_000_000n)
  },
  async setBlockTimestampInterval(client) {
    await client.setBlockTimestampInterval({ interval: 5 })
    await client.removeBlockTimestampInterval()
  },
  async setCode(client) {
    await client.setCode({ address: stranger, bytecode: '0x00' })
    expect(await client.getCode({ address: stranger })).toBe('0x00')
    await client.setCode({ address: stranger, bytecode: '0x' })
  },
  async setCoinbase(client) {
    await client.setCoinbase({ address: stranger })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).miner).toBe(stranger)
  },
  async setIntervalMining(client) {
    await client.setIntervalMining({ interval: 0 })
  },
  async setLoggingEnabled(client) {
    await client.setLoggingEnabled(true)
  },
  async setMinGasPrice(client) {
    await client.setMinGasPrice({ gasPrice: 0n })
  },
  async setNextBlockBaseFeePerGas(client) {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n })
  },
  async setNextBlockTimestamp(client) {
    const { timestamp } = await client.getBlock()
    await client.setNextBlockTimestamp({ timestamp: timestamp + 50n })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBe(timestamp + 50n)
  },
  async setNonce(client) {
    const nonce = 100 + (await client.getTransactionCount({ address: stranger }))
    await client.setNonce({ address: stranger, nonce })
    expect(await client.getTransactionCount({ address: stranger })).toBe(nonce)
  },
  async setRpcUrl(client) {
    await client.setRpcUrl('http://127.0.0.1:1')
  },
  async setStorageAt(client) {
    await client.setCode({ address: stranger, bytecode: '0x00' })
    await client.setStorageAt({ address: stranger, index: 0, value: word })
    expect(await client.getStorageAt({ address: stranger, slot: '0x0' })).toBe(word)
    await client.setCode({ address: stranger, bytecode: '0x' })
  },
  async snapshot(client) {
    expect(await client.snapshot()).toMatch(/^0x/)
  },
  async stopImpersonatingAccount(client) {
    await client.stopImpersonatingAccount({ address: stranger })
  },
}

/** The rows of docs/tools.md: action, modes, reason. */
function refusals(): Map<string, string> {
  const text = readFileSync(new URL('../../docs/tools.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('## Test actions of viem\n')
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  return new Map(
    rows.flatMap((line) => {
      const [name = '', inModes = '', reason = ''] = line.slice(3).split(' | ')
      return inModes.split(', ').map((mode) => [`${name.replace('`', '')} ${mode}`, reason])
    }),
  )
}

describe.each(modes)('viem’s test client in the mode %s', (mode) => {
  it.each(Object.keys(uses) as ActionName[])('runs %s, or is refused as documented', async (name) => {
    const done = uses[name](clientIn(mode))
    if (refusals().has(`${name} ${mode}`)) await expect(done).rejects.toThrow()
    else await done
  })

  it('has no other actions', () => {
    const client = createTestClient({ mode, chain, transport: custom(node) })
    expect(Object.keys(testActions({ mode })(client)).sort()).toEqual(Object.keys(uses).sort())
  })
})
