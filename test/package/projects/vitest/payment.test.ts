import { createNode, type Hex, type LocalNode } from 'cambium'
import { testClient } from 'cambium/viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let node: LocalNode
let deployed: Hex
beforeAll(async () => {
  node = await createNode()
  // Deploy the contracts that all tests need here.
  deployed = node.snapshot()
})
beforeEach(() => node.revert(deployed))
afterAll(() => node.close())

it('receives a payment', async () => {
  const [from, to] = node.accounts
  const client = testClient(node)
  const before = await client.getBalance({ address: to.address })
  await client.sendTransaction({ account: from.address, to: to.address, value: 1n })
  expect(await client.getBalance({ address: to.address })).toBe(before + 1n)
})

it('expires after a year', async () => {
  await using own = await createNode()
  const { timestamp } = own.chain.head
  own.increaseTime(365 * 24 * 60 * 60)
  own.mine()
  expect(own.chain.head.timestamp).toBeGreaterThanOrEqual(timestamp + 365 * 24 * 60 * 60)
})
