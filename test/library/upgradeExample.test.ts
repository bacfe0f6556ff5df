import { expect, it } from 'vitest'
import { createNode } from '../../src/index.ts'

it('creates contracts that use PUSH0 from arrowhead600 on', async () => {
  const node = await createNode({ upgrades: { upgrades: { arrowhead600: 5 } } })
  // The constructor is PUSH0 PUSH0 RETURN.
  const creation = { from: node.accounts[0], data: '0x5f5ff3' }
  const call = { method: 'eth_call', params: [creation, 'latest'] }

  node.mine({ blocks: 4 })
  await expect(node.request(call)).rejects.toThrow('invalid opcode')
  node.mine()
  expect(await node.request(call)).toBe('0x')
  node.close()
})
