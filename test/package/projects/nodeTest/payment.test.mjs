import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { createNode } from 'cambium'

describe('a payment', () => {
  let node
  beforeEach(async () => {
    node = await createNode()
  })
  afterEach(() => node.close())

  it('reaches its receiver', async () => {
    const [from, to] = node.accounts
    const transaction = { from: from.address, to: to.address, value: '0x1' }
    const before = node.chain.balance(to.address)
    const hash = await node.request({ method: 'eth_sendTransaction', params: [transaction] })
    assert.equal(node.chain.receipt(hash).status, 'success')
    assert.equal(node.chain.balance(to.address), before + 1n)
  })
})
