import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

describe('my contract', () => {
  let node: LocalNode
  let deployed: number

  beforeAll(async () => {
    node = await createNode()
    // Deploy the contracts that all tests need here.
    deployed = node.snapshot()
  })
  beforeEach(() => {
    node.revert(deployed)
  })
  afterAll(() => node.close())

  it('receives a payment', async () => {
    const [from, to] = node.accounts
    const before = await node.request({ method: 'eth_getBalance', params: [to, 'latest'] })
    await node.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
    const after = await node.request({ method: 'eth_getBalance', params: [to, 'latest'] })
    expect(BigInt(String(after)) - BigInt(String(before))).toBe(1n)
  })

  it('expires after a year', async () => {
    node.increaseTime(365 * 24 * 60 * 60)
    node.mine()
    const { timestamp } = node.chain.head.header
    expect(timestamp * 1000).toBeGreaterThan(Date.now() + 364 * 24 * 60 * 60 * 1000)
  })
})
