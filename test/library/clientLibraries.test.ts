import { BrowserProvider, Contract, parseEther, Wallet } from 'ethers'
import { createPublicClient, custom, type Hex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { NodeProvider } from '../../src/library/ethers.ts'
import { testClient, transport } from '../../src/library/viem.ts'
import { excessiveTransfer, tokenBytecode } from '../clients/token.ts'

let node: LocalNode
beforeEach(async () => {
  node = await createNode()
})
afterEach(() => node.close())

const receiver = `0x${'ab'.repeat(20)}` as const

async function deployToken(): Promise<Hex> {
  const transaction = { from: node.accounts[0]!.address, data: tokenBytecode, gas: '0x4c4b40' }
  const hash = await node.request({ method: 'eth_sendTransaction', params: [transaction] })
  return node.chain.receipt(hash)!.contractAddress!
}

describe('ethers', () => {
  it('reads fresh balances and nonces with NodeProvider', async () => {
    const provider = new NodeProvider(node)
    const wallet = new Wallet(node.accounts[0]!.privateKey, provider)
    for (let payment = 1; payment <= 10; payment++) {
      await (await wallet.sendTransaction({ to: receiver, value: 1n })).wait()
      expect(await provider.getBalance(receiver)).toBe(BigInt(payment))
    }
    provider.destroy()
  })

  it('reads fresh balances with BrowserProvider as the page shows it', async () => {
    const provider = new BrowserProvider(node, undefined, { cacheTimeout: -1 })
    const signer = await provider.getSigner()
    for (let payment = 1; payment <= 10; payment++) {
      await signer.sendTransaction({ to: receiver, value: parseEther('1') })
      expect(await provider.getBalance(receiver)).toBe(parseEther(String(payment)))
    }
    provider.destroy()
  })

  it('decodes the reason of a revert', async () => {
    const provider = new NodeProvider(node)
    const token = new Contract(await deployToken(), ['function transfer(address, uint256)'], provider)
    await expect(token.getFunction('transfer').staticCall(receiver, 10n ** 30n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: 'balance too low',
    })
    provider.destroy()
  })
})

describe('viem', () => {
  /** The node, which counts its calls. */
  function counted() {
    let calls = 0
    const request: LocalNode['request'] = (args: { method: string }): Promise<never> => {
      calls++
      return node.request<never>(args)
    }
    return { node: { ...node, request } as LocalNode, calls: () => calls }
  }

  it.each([
    ['transport', (counting: LocalNode) => transport(counting)],
    ['custom with retryCount 0', (counting: LocalNode) => custom(counting, { retryCount: 0 })],
  ])('executes a reverted call once with %s', async (_, transportOf) => {
    const to = await deployToken()
    const counting = counted()
    const client = createPublicClient({ transport: transportOf(counting.node) })
    await expect(client.call({ to, data: excessiveTransfer as Hex })).rejects.toThrow('balance too low')
    expect(counting.calls()).toBe(1)
  })

  it('decodes the reason of a revert with testClient', async () => {
    const client = testClient(node)
    const address = await deployToken()
    const abi = parseAbi(['function transfer(address, uint256)'])
    await expect(
      client.readContract({ address, abi, functionName: 'transfer', args: [receiver, 10n ** 30n] } as never),
    ).rejects.toMatchObject({ cause: { name: 'ContractFunctionRevertedError', reason: 'balance too low' } })
  })

  it('sends, mines, travels in time and takes snapshots with testClient', async () => {
    const client = testClient(node)
    const account = privateKeyToAccount(node.accounts[1]!.privateKey)
    const id = await client.snapshot()
    const hash = await client.sendTransaction({ account, to: receiver, value: 5n })
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await client.getBalance({ address: receiver })).toBe(5n)
    const { timestamp } = await client.getBlock()
    await client.increaseTime({ seconds: 1_000 })
    await client.mine({ blocks: 2 })
    expect((await client.getBlock()).timestamp).toBeGreaterThanOrEqual(timestamp + 1_000n)
    await client.revert({ id })
    expect(await client.getBlockNumber()).toBe(0n)
    expect(await client.getChainId()).toBe(client.chain.id)
  })
})
