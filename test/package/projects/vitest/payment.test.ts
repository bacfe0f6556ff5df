import { testClient } from 'cambium/viem'
import { chainTest } from 'cambium/vitest'
import { expect } from 'vitest'

// Test files may share it: export const test = …
const test = chainTest({
  // Options of createNode; artifacts give failing tests the lines of Solidity.
  artifacts: 'artifacts',
  // Once for each file; every test begins with what it leaves.
  async deploy(node) {
    const client = testClient(node)
    const [owner] = node.accounts
    // A contract that answers 42 to every call.
    const hash = await client.deployContract({
      account: owner.address,
      abi: [],
      bytecode: '0x600a600c600039600a6000f3602a60005260206000f3',
    })
    const { contractAddress } = await client.getTransactionReceipt({ hash })
    return { client, answer: contractAddress! }
  },
})

test('receives a payment', async ({ node, deployed: { client } }) => {
  const [from, to] = node.accounts
  const before = await client.getBalance({ address: to.address })
  await client.sendTransaction({ account: from.address, to: to.address, value: 1n })
  expect(await client.getBalance({ address: to.address })).toBe(before + 1n)
})

test('begins with the deployed contract and without the payment', async ({ node, deployed }) => {
  expect(node.chain.head.number).toBe(1)
  expect(await deployed.client.call({ to: deployed.answer })).toEqual({ data: `0x${'2a'.padStart(64, '0')}` })
})
