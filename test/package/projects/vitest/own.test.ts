import { createNode } from 'cambium'
import { chainTest } from 'cambium/vitest'
import { expect, it } from 'vitest'

const test = chainTest({ chainPer: 'test', accounts: 2 })

test.concurrent.for([3, 5])('mines %i blocks beside other tests', (blocks, { node }) => {
  node.mine(blocks)
  expect(node.chain.head.number).toBe(blocks)
})

it('expires after a year', async () => {
  await using own = await createNode()
  const { timestamp } = own.chain.head
  own.increaseTime(365 * 24 * 60 * 60)
  own.mine()
  expect(own.chain.head.timestamp).toBeGreaterThanOrEqual(timestamp + 365 * 24 * 60 * 60)
})
