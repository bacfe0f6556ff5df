import { createTestClient, custom, parseEther, publicActions, walletActions } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/library/createNode.ts'
import type { LocalNode } from '../../src/library/localNode.ts'
import { Origin } from './origin.ts'

const forkAt = 100
const rich = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'

let origin: Origin
let node: LocalNode
beforeAll(async () => {
  origin = await Origin.open('basic', forkAt + 10)
  node = await createNode()
})
afterAll(async () => {
  node.close()
  origin.close()
})

const clientIn = (mode: 'anvil' | 'hardhat') =>
  createTestClient({ mode, transport: custom(node), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)

describe.each(['anvil', 'hardhat'] as const)('reset with forking by the client for %s', (mode) => {
  it('forks, and impersonates a rich account of the origin', async () => {
    const client = clientIn(mode)
    await client.reset({ jsonRpcUrl: origin.url, blockNumber: BigInt(forkAt) })
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(BigInt(forkAt))
    const before = await client.getBalance({ address: rich })
    expect(before).toBe(
      BigInt(await origin.ask<string>('eth_getBalance', [rich, `0x${forkAt.toString(16)}`])),
    )
    await client.impersonateAccount({ address: rich })
    const to = '0x00000000000000000000000000000000000abcde'
    const hash = await client.sendTransaction({ account: rich, to, value: parseEther('3'), chain: null })
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await client.getBalance({ address: to })).toBe(parseEther('3'))
    const metadata = await node.request({ method: 'hardhat_metadata' })
    expect(metadata).toMatchObject({ forkedNetwork: { chainId: 33, forkBlockNumber: forkAt } })
    const info = await node.request({ method: 'anvil_nodeInfo' })
    expect(info).toMatchObject({ forkConfig: { forkUrl: origin.url, forkBlockNumber: forkAt } })
  })

  it('takes snapshots over the fork, and forks again at another block', async () => {
    const client = clientIn(mode)
    const id = await client.snapshot()
    await client.setBalance({ address: rich, value: 5n })
    expect(await client.getBalance({ address: rich })).toBe(5n)
    await client.revert({ id })
    expect(await client.getBalance({ address: rich })).toBeGreaterThan(5n)
    await client.reset({ jsonRpcUrl: origin.url, blockNumber: BigInt(forkAt + 1) })
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(BigInt(forkAt + 1))
  })

  it('leaves the chain unchanged when the endpoint cannot be reached', async () => {
    const client = clientIn(mode)
    await expect(client.reset({ jsonRpcUrl: 'http://127.0.0.1:9', blockNumber: 1n })).rejects.toThrow(
      'cannot be reached',
    )
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(BigInt(forkAt + 1))
  })

  it('ends the fork without forking', async () => {
    await node.request({ method: `${mode}_reset` })
    expect(await clientIn(mode).getBlockNumber({ cacheTime: 0 })).toBe(0n)
    await node.request({ method: 'evm_mine' })
    expect(await clientIn(mode).getBlockNumber({ cacheTime: 0 })).toBe(1n)
  })
})
