import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

let node: LocalNode
let start: number

beforeAll(async () => {
  node = await createNode()
  // Deploy what all tests need here.
  start = node.snapshot()
})
beforeEach(() => {
  node.revert(start)
})
afterAll(() => node.close())

test('a payment arrives', async () => {
  const [from, to] = node.accounts
  const before = await node.request({ method: 'eth_getBalance', params: [to, 'latest'] })
  await node.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
  const after = await node.request({ method: 'eth_getBalance', params: [to, 'latest'] })
  expect(BigInt(String(after)) - BigInt(String(before))).toBe(1n)
})

test('a year passes', async () => {
  node.increaseTime(365 * 24 * 60 * 60)
  node.mine()
  const { timestamp } = node.chain.head.header
  expect(timestamp * 1000).toBeGreaterThan(Date.now() + 364 * 24 * 60 * 60 * 1000)
})
